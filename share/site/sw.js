// The service worker: it has all files of one version, and answers without a network. A new version is loaded whole,
// and takes over when no page shows the old one.

/** Set when the site is made: the files, and a hash of all of them. */
const FILES = [];
const VERSION = '';
const MODULE = 'dhow.wasm';
const PACKED = `${MODULE}.gz`;

const NAME = 'dhow-';
const CACHE = `${NAME}${VERSION}`;
/** Headers that isolate the page from other sites. Only such pages may share memory, which stops a search at once. */
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The name of a requested file in the folder; the page's own address names none. @param {Request} request */
function nameOf({ url }) {
  const { scope } = self.registration;
  const { href } = new URL(new URL(url).pathname, url);
  return href.startsWith(scope) ? href.slice(scope.length) || 'index.html' : '';
}

async function answer(request, name) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(new URL(name, self.registration.scope).href);
  if (!found) return fetch(request);
  const headers = new Headers(found.headers);
  // The stored file is unpacked.
  ['Content-Encoding', 'Content-Length'].forEach((header) => headers.delete(header));
  Object.entries(HEADERS).forEach(([header, value]) => headers.set(header, value));
  return new Response(found.body, { status: found.status, headers });
}

self.addEventListener('install', (event) => {
  event.waitUntil(store());
});

async function store() {
  const cache = await caches.open(CACHE);
  const fresh = (file) => new Request(file, { cache: 'no-cache' });
  await cache.addAll(FILES.filter((file) => file !== PACKED).map(fresh));
  // The page has loaded the plain file if the host compresses it.
  const stop = new AbortController();
  const plain = await fetch(fresh(MODULE), { signal: stop.signal });
  if (plain.ok && plain.headers.has('content-encoding')) await cache.put(PACKED, plain);
  else {
    // To cancel its body may take for ever on a slow network.
    stop.abort();
    await cache.add(fresh(PACKED));
  }
}

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith(NAME) && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const name = nameOf(request);
  if (request.method === 'GET' && FILES.includes(name)) event.respondWith(answer(request, name));
});

self.addEventListener('message', (event) => {
  const alone = self.clients.matchAll({ type: 'window' }).then((pages) => pages.length <= 1);
  if (event.data === 'take over') event.waitUntil(alone.then((yes) => yes && self.skipWaiting()));
});
