/** The content of the screen stays where it is when the answers come: the shapes before it are as tall. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPerson, whenReady } from './harness/browser.ts';
import { openGuestWithHistory, queriesOf } from './harness/history.ts';
import { type RunningServer, startServer } from './harness/server.ts';

/** A tenth is what browsers call good; a tenth of that is ours. */
const SHIFT_MAX = 0.01;
/** Answers come one after the other: together they would hide what moves between two of them. */
const ANSWER_LATE_MS = 200;
const NEXT_LATER_MS = 100;
const PAGES = [
  'tabbar/home',
  'tabbar/markets',
  'tabbar/trade',
  'tabbar/position',
  'tabbar/mine',
  'stock/order',
  'stock/stockKline',
  'coin/coinKline',
  'stock/search',
  'stock/list',
  'user/assets',
  'user/portfolio',
  'user/proof',
] as const;

let server: RunningServer;
let browser: Browser;
before(async () => {
  server = await startServer();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.dispose();
});

test('pages stand still while their answers come', async () => {
  const { session } = await openGuestWithHistory(server.url);
  const queries = await queriesOf(server.url);
  for (const name of PAGES) {
    const person = await openPerson(browser, { url: server.url, session });
    const { page } = person;
    await page.addInitScript(watchShifts);
    let asked = 0;
    await page.route('**/ipop-api/**', async (route) => {
      const lateMs = ANSWER_LATE_MS + NEXT_LATER_MS * asked++;
      await new Promise((resolve) => setTimeout(resolve, lateMs));
      // A page that is left takes its questions back.
      await route.continue().catch(() => undefined);
    });
    await person.open(`/pages/${name}${queries[name] ?? ''}`);
    await whenReady(page);
    // Small parts that come late, such as a badge, show no placeholder that would say so.
    await page.waitForLoadState('networkidle');
    const shifts = await shiftsOf(page);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    assert.ok(sum < SHIFT_MAX, `${name} moves by ${sum.toFixed(3)}: ${JSON.stringify(shifts)}`);
    await person.leave();
  }
});

interface Shift {
  readonly value: number;
  readonly what: string;
}

/**
 * Runs in the page before anything else: keeps each shift that no hand made, with the first thing that moved.
 */
function watchShifts(): void {
  const kept: unknown[] = [];
  Object.assign(globalThis, { shiftsSeen: kept });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('hadRecentInput' in entry && entry.hadRecentInput === true) continue;
      const sources: unknown = 'sources' in entry ? entry.sources : [];
      const [first] = Array.isArray(sources) ? sources : [];
      const node: unknown = first?.node;
      kept.push({
        value: 'value' in entry ? entry.value : 0,
        what: node instanceof Node ? (node.textContent ?? '').slice(0, 40) : '',
      });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  return await page.evaluate(async () => {
    // The browser tells of a frame after it was drawn.
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
    const seen: unknown = Reflect.get(globalThis, 'shiftsSeen');
    if (!Array.isArray(seen)) return [];
    return seen.map((shift) => ({ value: Number(shift.value), what: String(shift.what) }));
  });
}
