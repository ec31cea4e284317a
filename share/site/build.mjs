// Makes the static site: `node build.mjs MODULE FOLDER` puts the files of share/web and share/site with the module into
// the folder, and prints what a browser loads.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const [, , modulePath, out] = process.argv;
const here = path.dirname(new URL(import.meta.url).pathname);
/** What a browser may load: from this site alone. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
  + "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
const MODULE = 'dhow.wasm';

/** The files below a folder. @param {string} folder @returns {string[]} */
const below = (folder) => fs.readdirSync(folder, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)));
const served = (name) => /\.(html|svg|png|css|js|webmanifest)$/.test(name);

/** @type {Map<string, Buffer>} */
const files = new Map();
for (const folder of [path.join(here, '../web'), here]) {
  for (const name of below(folder).filter(served)) files.set(name, fs.readFileSync(path.join(folder, name)));
}
const module = fs.readFileSync(modulePath);
files.set(`${MODULE}.gz`, gzipSync(module, { level: 9 }));

const worker = String(files.get('sw.js'));
files.delete('sw.js');
const replaced = (text, from, to) => {
  if (!text.includes(from)) throw new Error(`${from} is missing`);
  return text.replaceAll(from, to);
};
/** Scripts that are loaded before all others: the module takes longest. */
const first = ['js/module.js', 'js/host.js'];
const later = [...files.keys()].filter((name) => name.endsWith('.js') && !name.includes('worker/'))
  .filter((name) => !first.includes(name)).sort();
let page = String(files.get('index.html'));
page = replaced(page, '<link rel="preload" href="/pieces.svg" as="fetch" crossorigin>', [
  '<link rel="manifest" href="/manifest.webmanifest">',
  ...later.map((name) => `<link rel="modulepreload" fetchpriority="low" href="/${name}">`),
  '<script type="module" src="/js/offline.js"></script>',
].join('\n'));
const CHARSET = '<meta charset="utf-8">';
page = replaced(page, CHARSET, [
  CHARSET,
  `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
  ...first.map((name) => `<script type="module" async src="/${name}"></script>`),
].join('\n'));
page = replaced(page, '"/', '"./');
files.set('index.html', Buffer.from(page));

const names = [...files.keys()].sort();
const hash = createHash('sha256');
for (const name of names) hash.update(`${name}\n${files.get(name)?.length}\n`).update(files.get(name) ?? '');
const listing = replaced(worker, 'const FILES = [];', `const FILES = ${JSON.stringify(names)};`);
const version = `const VERSION = '${hash.digest('hex').slice(0, 16)}';`;
files.set('sw.js', Buffer.from(replaced(listing, "const VERSION = '';", version)));

// Next to the compressed file, for hosts that compress it better.
files.set(MODULE, module);
fs.rmSync(out, { recursive: true, force: true });
for (const [name, content] of files) {
  const file = path.join(out, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
}

const loaded = [...files].filter(([name]) => name !== `${MODULE}.gz`).map(([, content]) => content);
const sum = (pack) => loaded.reduce((all, content) => all + pack(content).length, 0);
const gzip = (content) => gzipSync(content, { level: 9 });
console.log(`${files.size} files in ${out}; a browser loads ${sum(brotliCompressSync)} bytes with brotli, `
  + `${sum(gzip)} with gzip, `
  + `${sum((content) => (content === module ? gzip(content) : content))} from a host that compresses nothing`);
