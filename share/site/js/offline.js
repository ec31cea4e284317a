// Stores the site in the browser, so that it works without a network, and lets a new version take over at the start.

if ('serviceWorker' in navigator) {
  const { serviceWorker } = navigator;
  serviceWorker.register(new URL('../sw.js', import.meta.url)).then(({ waiting }) => {
    if (!waiting) return;
    serviceWorker.addEventListener('controllerchange', () => location.reload());
    // A new version takes over only if no other page is open.
    waiting.postMessage('take over');
  }).catch(() => {
    // Some browsers allow no service worker, for example in private windows.
  });
}
