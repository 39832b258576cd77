/**
 * Weights of the app, gzipped, against its budgets: first load, each page alone
 * and opened, the chart, style sheets. The script reads what the build says
 * about itself (Vite's manifest), so that a chunk cannot hide by its name.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureWebBuild } from './run/web-build.ts';

/** An entry of Vite's manifest, as far as it is read here. */
export type ManifestChunk = {
  readonly file: string;
  readonly name?: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};

export type Manifest = Readonly<Record<string, ManifestChunk>>;

export type Weight = {
  readonly what: string;
  readonly bytes: number;
  readonly bytesMax: number;
};

const KILOBYTE = 1024;
/**
 * `page` is a page's own chunk; `opened` is all that an address brings
 * before its page is drawn, first load included: so code that pages share
 * cannot hide between the two. `chart` is the library with what draws on it.
 */
const budgets = { firstLoad: 136, page: 35, chart: 63, css: 12, opened: 229 } as const;
/** Pages that are held tighter: those on which people come in, and those of the bar. */
const openedMax: Readonly<Record<string, number>> = {
  'src/pages/common/lang.tsx': 146,
  'src/pages/tabbar/home.tsx': 160,
  'src/pages/tabbar/markets.tsx': 176,
  'src/pages/tabbar/mine.tsx': 180,
  'src/pages/tabbar/position.tsx': 181,
};
const customerEntry = 'index.html';

/** Each weight that has a budget; `sizeOf` gives the gzipped size of a file of the build. */
export function weigh(manifest: Manifest, sizeOf: (file: string) => number): Weight[] {
  const firstLoad = closureOf(customerEntry, manifest);
  const scripts = firstLoad.filter((chunk) => chunk.file.endsWith('.js'));
  const styles = new Set(firstLoad.flatMap((chunk) => chunk.css ?? []));
  const chunks = Object.values(manifest).filter((chunk) => chunk.file.endsWith('.js'));
  const pages = chunks.filter(
    (chunk) => chunk.src?.startsWith('src/pages/') === true && !scripts.includes(chunk),
  );
  const charts = chunks.filter((chunk) => chunk.name === 'chart');
  const sum = (files: Iterable<string>): number =>
    Array.from(files, sizeOf).reduce((total, bytes) => total + bytes, 0);
  return [
    weight('first load, scripts', sum(scripts.map((chunk) => chunk.file)), budgets.firstLoad),
    weight('first load, style sheets', sum(styles), budgets.css),
    ...charts.map((chunk) => weight('chart', sizeOf(chunk.file), budgets.chart)),
    ...pages
      .map((chunk) => weight(chunk.src ?? chunk.file, sizeOf(chunk.file), budgets.page))
      .sort((left, right) => right.bytes - left.bytes),
    ...Object.entries(manifest)
      .filter(([, chunk]) => pages.includes(chunk) && chunk.isDynamicEntry === true)
      .map(([key, { src = '' }]) => {
        const opened = new Set([...firstLoad, ...closureOf(key, manifest)].map((chunk) => chunk.file));
        const files = [...opened].filter((file) => file.endsWith('.js'));
        return weight(`${src}, opened`, sum(files), openedMax[src] ?? budgets.opened);
      })
      .sort((left, right) => right.bytes - left.bytes),
  ];
}

/** The chunk and everything it imports before it can run. */
function closureOf(key: string, manifest: Manifest): ManifestChunk[] {
  const keys = new Set([key]);
  for (const member of keys) {
    for (const imported of manifest[member]?.imports ?? []) keys.add(imported);
  }
  return [...keys].map((member) => {
    const chunk = manifest[member];
    if (chunk === undefined) throw new Error(`Condition: the manifest of the build has no "${member}".`);
    return chunk;
  });
}

function weight(what: string, bytes: number, kilobytesMax: number): Weight {
  return { what, bytes, bytesMax: kilobytesMax * KILOBYTE };
}

async function main(): Promise<number> {
  const build = await ensureWebBuild((line) => process.stdout.write(`${line}\n`));
  if (build.kind === 'failed') {
    process.stdout.write(`${build.output}\nThe app could not be built; see above.\n`);
    return 1;
  }
  const manifest: Manifest = JSON.parse(readFileSync(join(build.folder, '.vite', 'manifest.json'), 'utf8'));
  const gzipSize = (file: string): number =>
    gzipSync(readFileSync(join(build.folder, file)), { level: 9 }).length;
  const weights = weigh(manifest, gzipSize);
  for (const { what, bytes, bytesMax } of weights) {
    const mark = bytes > bytesMax ? 'OVER' : 'ok  ';
    const kilobytes = (bytes / KILOBYTE).toFixed(1).padStart(7);
    process.stdout.write(`  ${mark} ${kilobytes} of ${bytesMax / KILOBYTE} KB  ${what}\n`);
  }
  return weights.some(({ bytes, bytesMax }) => bytes > bytesMax) ? 1 : 0;
}

if (import.meta.main) process.exitCode = await main();
