/**
 * Cost of the app on a phone: bytes of the build and of a first visit until it is quiet, largest paint and
 * layout shift on a slow phone and network, what a finger feels, and the main thread and memory while a
 * thousand prices a second come in. One JSON object a line; `ratio` is measured over goal: below 1 is good.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../e2e/harness/browser.ts';
import { openGuestWithHistory, queriesOf } from '../e2e/harness/history.ts';
import { startServer } from '../e2e/harness/server.ts';
import { type Manifest, weigh } from '../scripts/budgets.ts';
import { ensureChromium } from '../scripts/run/chromium.ts';
import { ensureWebBuild } from '../scripts/run/web-build.ts';
import { sayFirstLoad, type Visit } from './web/first-load.ts';
import { sayInteractions } from './web/interactions.ts';
import { sayPaint } from './web/paint.ts';
import { sayRenders } from './web/renders.ts';
import { round, say } from './web/say.ts';
import { sayMemory, sayTicks } from './web/ticks.ts';

const PARTS = ['bytes', 'load', 'paint', 'shift', 'interactions', 'ticks', 'renders', 'memory'] as const;
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    /** Memory is measured only when it is asked for: it takes as long as it says. */
    minutes: { type: 'string' },
    hour: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const runs = Number(values.runs);
const seconds = Number(values.seconds);
const minutes = values.hour ? 60 : Number(values.minutes ?? '0');
const MARKETS = '/pages/tabbar/markets';
const SHIFT_GOAL = 0.01;
/** Pages whose paint has no goal of its own are held to stand still. */
const STEADY = [
  'tabbar/markets',
  'tabbar/trade',
  'tabbar/position',
  'tabbar/mine',
  'coin/coinKline',
] as const;

const note = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const isAlone = values.only === undefined && minutes > 0;
const isWanted = (part: (typeof PARTS)[number]): boolean => {
  if (part === 'memory') return minutes > 0;
  return !isAlone && (values.only === undefined || values.only === part);
};
const build = await ensureWebBuild(note);
if (build.kind === 'failed') throw new Error(build.output);
const chromium = await ensureChromium(note);
if (chromium.kind === 'absent') throw new Error(chromium.advice);
process.env['CHROMIUM_PATH'] = chromium.path;

if (isWanted('bytes')) sayBytes(build.folder);
if (PARTS.some((part) => part !== 'bytes' && isWanted(part))) await measureInBrowser(build.folder);

function sayBytes(folder: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
  const sizeOf = (file: string): number => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
  for (const { what, bytes, bytesMax } of weigh(manifest, sizeOf)) {
    say({
      what: `${what}, gzip`,
      kilobytes: round(bytes / 1024),
      goal: bytesMax / 1024,
      ratio: round(bytes / bytesMax),
    });
  }
}

async function measureInBrowser(folder: string): Promise<void> {
  const server = await startServer();
  const browser = await openBrowser();
  try {
    await measure(browser, server.url, folder);
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function measure(browser: Browser, url: string, folder: string): Promise<void> {
  const { session } = await openGuestWithHistory(url);
  const queries = await queriesOf(url);
  const visit = (name: string, what: string): Visit => ({
    url,
    path: `/pages/${name}${queries[name] ?? ''}`,
    what,
    session,
  });
  const visitor: Visit = { url, path: '/pages/tabbar/home', what: 'login by way of home, visitor' };
  const home = visit('tabbar/home', 'home, signed in');
  const chart = visit('stock/stockKline', 'chart');
  const ticket = visit('stock/order', 'ticket');
  if (isWanted('load')) {
    const goals = { scriptKilobytes: 150, requests: 25 };
    for (const one of [visitor, home]) await sayFirstLoad(browser, one, { folder, goals });
    // The chart brings its own library of 55 KB; its request goal is the same.
    for (const one of [chart, ticket]) await sayFirstLoad(browser, one, { folder, goals: { requests: 25 } });
  }
  if (isWanted('paint')) {
    for (const one of [visitor, home])
      await sayPaint(browser, one, { runs, seconds: 1.5, shift: SHIFT_GOAL });
    for (const one of [chart, ticket])
      await sayPaint(browser, one, { runs, seconds: 1.8, shift: SHIFT_GOAL });
  }
  if (isWanted('shift'))
    for (const name of STEADY) await sayPaint(browser, visit(name, name), { runs: 1, shift: SHIFT_GOAL });
  if (isWanted('interactions')) await sayInteractions(browser, { url, session, queries, runs });
  if (isWanted('ticks'))
    await sayTicks(browser, { url, path: MARKETS, what: 'markets page', session }, seconds);
  if (isWanted('renders')) for (const one of [home, chart, ticket]) await sayRenders(browser, one, seconds);
  if (isWanted('memory'))
    await sayMemory(browser, { url, path: home.path, what: home.what, session }, minutes);
}
