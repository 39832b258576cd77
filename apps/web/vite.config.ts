import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The server that `npm start` runs; only `vite dev` asks this question. */
const serverPort = process.env['PORT'] ?? '3000';
const serverOrigin = `http://127.0.0.1:${serverPort}`;

/** One entry for customers and one for staff. kit.html is no input, so it exists only while developing. */
function entries(): Record<string, string> {
  const staff = here('./console.html');
  return { main: here('./index.html'), ...(existsSync(staff) ? { console: staff } : {}) };
}

/** Pages that use the same parts share a chunk; one that uses none of them loads none. Small shares are merged. */
const shared = { entriesAware: true, entriesAwareMergeThreshold: 20_000 };

/** A chunk that every page loads is named and stays in the browser's cache when pages change. */
const chunkGroups = [
  // What loads other chunks is in the first load of all, so it must not stand beside a part that few pages use.
  { name: 'loader', test: /vite[\\/]preload-helper/, priority: 50 },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 40 },
  { name: 'router', test: /node_modules[\\/]@tanstack[\\/]/, priority: 30 },
  { name: 'i18n', test: /node_modules[\\/](i18next|react-i18next)[\\/]/, priority: 30 },
  { name: 'chart', test: /node_modules[\\/]klinecharts[\\/]/, priority: 30 },
  {
    name: 'overlays',
    test: /node_modules[\\/](@base-ui|@floating-ui)[\\/]/,
    priority: 20,
    ...shared,
  },
  {
    name: 'kit',
    // These two stand on Base UI; merged with what every page has, they would bring it into the first load.
    test: /[\\/]src[\\/]ui[\\/](?!code-field|quantity-field)[^?]*\.tsx?$/,
    priority: 10,
    minShareCount: 3,
    ...shared,
  },
];

/** The one font of the first paint starts loading with the page and not after the style sheet was read. */
function preloadLatinFont(): Plugin {
  return {
    name: 'preload-latin-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght.*\.woff2$/.test(name));
        if (font === undefined) throw new Error('Invariant: the build emits the latin font.');
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** The shell opens without a network. Calls to the API are never kept: an old balance is worse than none. */
function offlineShell(): Plugin[] {
  return VitePWA({
    registerType: 'prompt',
    injectRegister: null,
    filename: 'sw.js',
    manifest: {
      id: '/',
      name: 'Tarazu',
      short_name: 'Tarazu',
      description: 'Stocks, coins and new offerings, with a broker that everybody can weigh.',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      orientation: 'portrait',
      background_color: '#ffffff',
      theme_color: '#ffffff',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    workbox: {
      inlineWorkboxRuntime: true,
      globPatterns: [
        'index.html',
        'boot.js',
        'mark.svg',
        'assets/*.{js,css}',
        'assets/inter-{latin,rupee}*.woff2',
      ],
      // Pages share chunks in ways that change with each build, so all are kept but what nobody needs without a network.
      globIgnores: ['assets/{chart,klinecharts,console,LICENSE}*'],
      navigateFallback: '/index.html',
      navigateFallbackDenylist: [/^\/ipop-api/, /^\/console/, /\.[a-z0-9]+$/i],
      cleanupOutdatedCaches: true,
      runtimeCaching: [
        {
          // Names carry a hash of the content, so a kept file can never be an old one.
          urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
          handler: 'CacheFirst',
          options: { cacheName: 'assets', expiration: { maxEntries: 200, maxAgeSeconds: 30 * 24 * 3600 } },
        },
      ],
    },
  });
}

export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwindcss(), preloadLatinFont(), offlineShell()],
  // Loaded late in the app, so the development server would find them late and reload the page under the hand.
  optimizeDeps: {
    include: [
      '@base-ui/react/alert-dialog',
      '@base-ui/react/dialog',
      '@base-ui/react/drawer',
      '@base-ui/react/otp-field',
    ],
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/ipop-api': { target: serverOrigin, ws: true } },
  },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: entries(),
      output: {
        codeSplitting: { groups: chunkGroups },
        // A shared chunk is named after all its sharers; its first word and the hash are enough.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0] ?? 'chunk'}-[hash].js`,
      },
    },
  },
});
