/**
 * Cost of the app on a phone: bytes of the build, largest paint on a slow phone
 * and network, and the main thread while a thousand prices a second come in.
 * One JSON object a line; `ratio` is measured over goal, so below 1 is good.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openBrowser, openPerson, whenReady } from '../e2e/harness/browser.ts';
import { createClient } from '../e2e/harness/client.ts';
import { startServer } from '../e2e/harness/server.ts';
import { type Manifest, weigh } from '../scripts/budgets.ts';
import { ensureChromium } from '../scripts/run/chromium.ts';
import { ensureWebBuild } from '../scripts/run/web-build.ts';
import { openFeeder } from './web/feeder.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
});
const runs = Number(values.runs);
const seconds = Number(values.seconds);

/** A phone of the lower half on a network of the lower half. */
const SLOW = { cpu: 4, latencyMs: 150, bytesPerSecond: (1.6 * 1_000_000) / 8 };
const PAINT_GOAL_S = 2;
const MAIN_THREAD_GOAL_PERCENT = 8;
const TICKS_PER_SECOND = 1_000;
/** The server tells a reader four times a second, so 250 a frame; one a frame is the hardest there is. */
const FRAMES = [250, 1] as const;
const HOME = '/pages/tabbar/home';
const MARKETS = '/pages/tabbar/markets';

const note = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const build = await ensureWebBuild(note);
if (build.kind === 'failed') throw new Error(build.output);
const chromium = await ensureChromium(note);
if (chromium.kind === 'absent') throw new Error(chromium.advice);
process.env['CHROMIUM_PATH'] = chromium.path;

if (isWanted('bytes')) sayBytes(build.folder);
if (isWanted('paint') || isWanted('ticks')) await measureInBrowser();

function isWanted(part: string): boolean {
  return values.only === undefined || values.only === part;
}

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

async function measureInBrowser(): Promise<void> {
  const server = await startServer();
  const browser = await openBrowser();
  try {
    if (isWanted('paint')) {
      await sayPaint(browser, { url: server.url, path: HOME, what: 'home page, first visit' });
      await sayPaint(browser, { url: server.url, path: MARKETS, what: 'markets page, first visit' });
    }
    if (isWanted('ticks')) await sayTicks(browser, server.url);
  } finally {
    await browser.close();
    await server.dispose();
  }
}

interface Visit {
  readonly url: string;
  readonly path: string;
  readonly what: string;
}

async function sayPaint(browser: Browser, visit: Visit): Promise<void> {
  const paints: number[] = [];
  const firsts: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { largest, first } = await paintOf(browser, visit);
    paints.push(largest / 1000);
    firsts.push(first / 1000);
  }
  const middle = median(paints);
  say({
    what: `largest paint, ${visit.what}; ${SLOW.cpu}x CPU, 1.6 Mbit/s, ${SLOW.latencyMs} ms`,
    runs: paints.map(round),
    seconds: round(middle),
    firstPaintSeconds: round(median(firsts)),
    goal: PAINT_GOAL_S,
    ratio: round(middle / PAINT_GOAL_S),
  });
}

async function paintOf(browser: Browser, visit: Visit): Promise<{ largest: number; first: number }> {
  const { page, context, open } = await openPerson(browser, { url: visit.url, hasChosenLanguage: true });
  const session = await context.newCDPSession(page);
  await slowDown(session);
  await page.addInitScript(() => {
    const paints: number[] = [];
    Object.assign(globalThis, { largestPaints: paints });
    new PerformanceObserver((list) =>
      paints.push(...list.getEntries().map(({ startTime }) => startTime)),
    ).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
  await open(visit.path);
  await whenReady(page);
  await page.waitForLoadState('networkidle');
  const largest: number = await page.evaluate('globalThis.largestPaints.at(-1) ?? Number.NaN');
  const first: number = await page.evaluate(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN",
  );
  await context.close();
  if (Number.isNaN(largest)) throw new Error(`${visit.path} painted nothing.`);
  return { largest, first };
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.latencyMs,
    downloadThroughput: SLOW.bytesPerSecond,
    uploadThroughput: SLOW.bytesPerSecond / 2,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
}

/** The markets page as it is, with its stream told by us. */
async function sayTicks(browser: Browser, url: string): Promise<void> {
  const visitor = createClient(url);
  const stocks = await visitor.call('stockList', { limit: '100' });
  const indices = await visitor.call('indicesList', {});
  const coins = await visitor.call('coinTickers', {});
  const tickers = [...stocks.list, ...indices.list, ...coins.list];
  const feeder = await openFeeder({ target: url, tickers });
  const { page, context, open } = await openPerson(browser, { url: feeder.url, hasChosenLanguage: true });
  try {
    await open(MARKETS);
    await whenReady(page);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const idle = await busyShare(session, page);
    for (const tickersPerFrame of FRAMES) {
      feeder.setFlow({ tickersPerSecond: TICKS_PER_SECOND, tickersPerFrame });
      feeder.takeSent();
      const busy = await busyShare(session, page);
      const told = feeder.takeSent() / seconds;
      if (told < TICKS_PER_SECOND * 0.9)
        throw new Error(`Only ${Math.round(told)} ticks a second were told.`);
      say({
        what: `main thread at ${TICKS_PER_SECOND} ticks/s in frames of ${tickersPerFrame}, markets page`,
        topics: feeder.topicCount(),
        ticksPerSecond: Math.round(told),
        percentOfCore: round(busy),
        percentWithoutTicks: round(idle),
        goal: MAIN_THREAD_GOAL_PERCENT,
        ratio: round(busy / MAIN_THREAD_GOAL_PERCENT),
      });
    }
  } finally {
    await context.close();
    await feeder.close();
  }
}

/** Share of a core that the main thread of the page used, in CPU time. */
async function busyShare(session: CDPSession, page: Page): Promise<number> {
  const read = async (): Promise<{ task: number; at: number }> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const value = (name: string): number =>
      metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return { task: value('TaskDuration'), at: performance.now() / 1000 };
  };
  const before = await read();
  await page.waitForTimeout(seconds * 1000);
  const after = await read();
  return ((after.task - before.task) / (after.at - before.at)) * 100;
}

function median(list: readonly number[]): number {
  return [...list].sort((left, right) => left - right)[Math.floor(list.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function say(line: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify({ bench: 'web', ...line })}\n`);
}
