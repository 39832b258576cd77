import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { pageTexts } from './src/app/page-texts.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The server that `npm start` runs; only `vite dev` asks this question. */
const serverPort = process.env['PORT'] ?? '3000';
const serverOrigin = `http://127.0.0.1:${serverPort}`;

/** The questions to the graph of modules while chunks are made. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** The pages between which a person who trades goes to and fro. */
const tradingPages = [
  '/pages/stock/stockKline',
  '/pages/stock/order',
  '/pages/stock/index',
  '/pages/stock/basket',
  '/pages/stock/rights',
  '/pages/coin/coinKline',
  '/pages/coin/index',
  '/pages/tabbar/trade',
];
const positionsPage = '/pages/tabbar/position';

/**
 * Chunk of a module by what needs it before it runs (the entry, the home page, the pages of trading, others),
 * as a dozen small files would be two more round trips and twice the requests.
 */
function chunkOf(isBase = false): (id: string, graph: ModuleGraph) => string | null {
  let of: ((id: string) => string | null) | undefined;
  return (id, graph) => {
    of ??= chunksIn(graph);
    const name = of(id);
    return (name === 'base') === isBase ? name : null;
  };
}

function chunksIn(graph: ModuleGraph): (id: string) => string | null {
  const neededBy = (paths: readonly string[]): ReadonlySet<string> =>
    new Set(paths.flatMap((path) => [...importedFrom(here(`./src${path}.tsx`), graph)]));
  const pages = Object.keys(pageTexts).filter((path) => existsSync(here(`./src${path}.tsx`)));
  const base = neededBy(['/main']);
  // The first page of all shows a few icons of its own, and would bring the home page along for these.
  const language = neededBy(['/pages/common/lang']);
  const front = neededBy(['/pages/tabbar/home']);
  // A visitor meets the login page first, and needs little of what Home and the pages of trading share.
  const login = neededBy(['/pages/account/login']);
  const traded = neededBy(tradingPages);
  // The handle of a line on the chart would bring the icons of every sheet along for its one.
  const drawn = neededBy(['/widgets/chart/line-handle']);
  const positions = neededBy([positionsPage]);
  const others = neededBy(pages.filter((path) => path !== positionsPage && !tradingPages.includes(path)));
  return (id) => {
    if (base.has(id) || id.includes('vite/preload-helper')) return 'base';
    if (icons.test(id) && (language.has(id) || (drawn.has(id) && !traded.has(id)))) return 'base';
    if (front.has(id)) return login.has(id) ? 'first' : 'front';
    if (!traded.has(id) && !positions.has(id)) return null;
    if (others.has(id)) return login.has(id) ? 'first' : 'common';
    return traded.has(id) && positions.has(id) ? 'orders' : 'trading';
  };
}

function importedFrom(entry: string, graph: ModuleGraph): Set<string> {
  const found = new Set([entry]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/** Layers are Base UI's, which comes when one is opened; pages with a field of its own bring their share. */
const layers = /node_modules[\\/](@base-ui|@floating-ui)[\\/]/;
const icons = /[\\/]lucide-react[\\/]/;

/** Our own code, but not texts, nor the field that would bring Base UI along to pages without it. */
const ours = /^(?!.*(code-field|[\\/]locales[\\/])).*\.(tsx?|m?js)$/;

const charting =
  /node_modules[\\/]klinecharts[\\/]|[\\/]widgets[\\/]chart[\\/](engine[\\/]|own-on-chart|line-handle)/;

/** English texts of the chart's page beyond those of Home: the ticket needs the largest of them too. */
const tradeTexts = /[\\/]locales[\\/]en-US[\\/](trade|alerts|rights)\.ts$/;

/** Libraries that the first page needs, without the licences that a page of their own shows. */
const libraries =
  /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|@tanstack|use-sync-external-store)[\\/](?!.*LICENSE)/;

/** A chunk that every page loads is named and stays in the browser's cache when pages change. */
const chunkGroups = [
  { name: 'libraries', test: libraries, priority: 40 },
  // The engine and what stands on the drawing come with the library: none is of use alone.
  { name: 'chart', test: charting, priority: 30, includeDependenciesRecursively: false },
  { name: 'trade-texts', test: tradeTexts, priority: 28 },
  { name: 'overlays', test: layers, priority: 20, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
  // Nothing in a chunk needs one that stands later in this list, so each goes without what it imports.
  { name: chunkOf(true), test: ours, priority: 25 },
  { name: chunkOf(), test: ours, minShareCount: 2, priority: 15, includeDependenciesRecursively: false },
  { name: 'icons', test: icons, minShareCount: 2, priority: 10 },
];

const iconImport = /import \{([^}]*)\} from 'lucide-react';/;
const iconExport = /export \{([^}]*)\} from '\.\/icons\/([a-z0-9-]+)\.mjs'/g;

/**
 * Imports each icon from its own file, as the library's
 * one name would bring those of every page to the first.
 */
function iconsApart(): Plugin {
  let fileOf: ReadonlyMap<string, string> | undefined;
  return {
    name: 'icons-apart',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      const names = iconImport
        .exec(code)?.[1]
        ?.split(',')
        .map((name) => name.trim());
      if (names === undefined || !id.includes('/src/')) return null;
      const index = await this.resolve('lucide-react', id);
      fileOf ??= iconFiles(readFileSync(index?.id ?? '', 'utf8'));
      const imports = names.filter(Boolean).map((name) => {
        if (name.startsWith('type '))
          return `import type {${name.slice('type'.length)} } from 'lucide-react';`;
        const [icon = '', own = icon] = name.split(' as ');
        return `import ${own} from 'lucide-react/icons/${fileOf?.get(icon)}';`;
      });
      return { code: code.replace(iconImport, imports.join(' ')), map: null };
    },
  };
}

/** The file of each icon by each of its names, as the index of the library has them. */
function iconFiles(index: string): ReadonlyMap<string, string> {
  return new Map(
    [...index.matchAll(iconExport)].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name) => [name.replace('default as', '').trim(), file] as const),
    ),
  );
}

/** A file of the build, as far as it is read here. */
interface BuiltFile {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
  readonly facadeModuleId?: string | null;
  readonly moduleIds?: readonly string[];
  readonly imports?: readonly string[];
}

/**
 * Tells the server which files each page needs beside those of index.html, so that it can name them in the
 * document it sends for the page's address.
 */
function pagePreloads(): Plugin {
  return {
    name: 'page-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = new Map<string, BuiltFile>(Object.entries(bundle));
      // A page or text that shares its file with others is a module of it; index.html is only its entry.
      const byModule = new Map(
        [...files.values()].flatMap(({ facadeModuleId, moduleIds = [], fileName }) =>
          [...moduleIds, facadeModuleId].map((id) => [id, fileName] as const),
        ),
      );
      const builtOf = (source: string): string => {
        const file = byModule.get(here(source));
        if (file === undefined) throw new Error(`Invariant: ${source} is a file of the build.`);
        return file;
      };
      const first = filesNeeded([builtOf('./index.html')], files);
      const preloads = Object.entries(pageTexts)
        .filter(([path]) => existsSync(here(`./src${path}.tsx`)))
        .map(([path, texts]) => {
          // The document is the same in every language, and most read English.
          const own = [`./src${path}.tsx`, ...texts.map((name) => `./src/locales/en-US/${name}.ts`)];
          const needed = filesNeeded(own.map(builtOf), files);
          return [path, [...needed].filter((file) => !first.has(file))];
        });
      const source = JSON.stringify(Object.fromEntries(preloads));
      this.emitFile({ type: 'asset', fileName: '.vite/page-preloads.json', source });
    },
  };
}

function filesNeeded(names: readonly string[], files: ReadonlyMap<string, BuiltFile>): Set<string> {
  const needed = new Set(names);
  for (const name of needed) for (const next of files.get(name)?.imports ?? []) needed.add(next);
  return needed;
}

/** Shell that opens without a network, and without stored calls: an old balance is worse than none. */
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
      // A phone on its side has layouts of its own: the chart, the ticket.
      orientation: 'any',
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
      importScripts: ['/push.js'],
      globPatterns: [
        'index.html',
        'boot.js',
        'mark.svg',
        'assets/*.{js,css}',
        'assets/inter-{core,rupee}*.woff2',
      ],
      // Pages share chunks in ways that change with each build,
      // so all are kept but what nobody needs without a network.
      globIgnores: ['assets/{chart,klinecharts,console,LICENSE}*'],
      navigateFallback: '/index.html',
      // Paths that the server answers itself, and files: the app's document never stands for these.
      navigateFallbackDenylist: [/^\/(ipop-api|api|healthz|readyz|metrics|console)([/?]|$)/, /\.[a-z0-9]+$/i],
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
  plugins: [iconsApart(), react(), tailwindcss(), pagePreloads(), offlineShell()],
  // Loaded late in the app, so the development server would
  // find them late and reload the page under the hand.
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
      input: { main: here('./index.html') },
      output: {
        codeSplitting: { groups: chunkGroups },
        // A shared chunk is named after all its sharers; its first word and the hash are enough.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0] ?? 'chunk'}-[hash].js`,
      },
    },
  },
});
