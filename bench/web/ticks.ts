/** The main thread while a thousand prices a second come in, and its memory over as long as was asked for. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { createClient, openPerson, type StoredSession, whenReady } from '../gen-people.ts';
import { type Feeder, openFeeder } from './feeder.ts';
import { round, say } from './say.ts';

const MAIN_THREAD_GOAL_PERCENT = 8;
const TICKS_PER_SECOND = 1_000;
/** The server tells a reader four times a second, so 250 a frame; one a frame is the hardest there is. */
const FRAMES = [250, 1] as const;
const MEGABYTE = 1024 * 1024;
/** Memory is flat when it grew by less than this from the first sixth to the last. */
const GROWTH_GOAL_PERCENT = 5;
const LOOKS = 12;

export interface TickedPage {
  readonly url: string;
  readonly path: string;
  readonly what: string;
  readonly session?: StoredSession;
  /** Work on the page before it is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** The page as it is, with its stream told by us. */
export async function withTicks(
  browser: Browser,
  { url, path, session, before }: TickedPage,
  measure: (page: Page, feeder: Feeder, session: CDPSession) => Promise<void>,
): Promise<void> {
  const visitor = createClient(url);
  const stocks = await visitor.call('stockList', { limit: '100' });
  const indices = await visitor.call('indicesList', {});
  const coins = await visitor.call('coinTickers', {});
  const tickers = [...stocks.list, ...indices.list, ...coins.list];
  const feeder = await openFeeder({ target: url, tickers });
  const common = { url: feeder.url, hasChosenLanguage: true } as const;
  const person = await openPerson(browser, session === undefined ? common : { ...common, session });
  try {
    await before?.(person.page);
    await person.open(path);
    await whenReady(person.page);
    const { pathname } = new URL(person.page.url());
    if (pathname !== path.split('?')[0]) throw new Error(`${path} led to ${pathname}.`);
    await measure(person.page, feeder, await person.context.newCDPSession(person.page));
  } finally {
    await person.context.close();
    await feeder.close();
  }
}

export async function sayTicks(browser: Browser, ticked: TickedPage, seconds: number): Promise<void> {
  await withTicks(browser, ticked, async (page, feeder, session) => {
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const idle = await busyShare(session, page, seconds);
    for (const tickersPerFrame of FRAMES) {
      feeder.setFlow({ tickersPerSecond: TICKS_PER_SECOND, tickersPerFrame });
      feeder.takeSent();
      const busy = await busyShare(session, page, seconds);
      const told = feeder.takeSent() / seconds;
      if (told < TICKS_PER_SECOND * 0.9)
        throw new Error(`Only ${Math.round(told)} ticks a second were told.`);
      say({
        what: `main thread at ${TICKS_PER_SECOND} ticks/s in frames of ${tickersPerFrame}, ${ticked.what}`,
        topics: feeder.topicCount(),
        ticksPerSecond: Math.round(told),
        percentOfCore: round(busy),
        percentWithoutTicks: round(idle),
        goal: MAIN_THREAD_GOAL_PERCENT,
        ratio: round(busy / MAIN_THREAD_GOAL_PERCENT),
      });
    }
  });
}

/** Heap after a collection, nodes and listeners, a dozen times over the minutes. */
export async function sayMemory(browser: Browser, ticked: TickedPage, minutes: number): Promise<void> {
  await withTicks(browser, ticked, async (page, feeder, session) => {
    await session.send('Performance.enable');
    await session.send('HeapProfiler.enable');
    feeder.setFlow({ tickersPerSecond: TICKS_PER_SECOND, tickersPerFrame: FRAMES[0] });
    const looks: Record<string, number>[] = [];
    for (let look = 0; look <= LOOKS; look += 1) {
      if (look > 0) await page.waitForTimeout((minutes * 60_000) / LOOKS);
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      looks.push(Object.fromEntries(metrics.map(({ name, value }) => [name, value])));
    }
    const series = (name: string): number[] => looks.slice(1).map((look) => look[name] ?? Number.NaN);
    const heap = series('JSHeapUsedSize').map((bytes) => bytes / MEGABYTE);
    const growth = (mean(heap.slice(-2)) / mean(heap.slice(0, 2)) - 1) * 100;
    say({
      what: `memory over ${minutes} minutes of ${TICKS_PER_SECOND} ticks/s, ${ticked.what}`,
      ticks: feeder.takeSent(),
      heapMegabytes: heap.map(round),
      nodes: series('Nodes'),
      listeners: series('JSEventListeners'),
      growthPercent: round(growth),
      goal: GROWTH_GOAL_PERCENT,
      ratio: round(growth / GROWTH_GOAL_PERCENT),
    });
  });
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / list.length;
}

/** Share of a core that the main thread of the page used, in CPU time. */
async function busyShare(session: CDPSession, page: Page, seconds: number): Promise<number> {
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
