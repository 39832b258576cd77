/** Largest paint, first paint and layout shift of a first visit on the slow phone and network. */
import type { Browser } from 'playwright-core';
import { openPerson, whenReady } from '../gen-people.ts';
import type { Visit } from './first-load.ts';
import { quietOf, SLOW, slowDown } from './phone.ts';
import { median, round, say } from './say.ts';

interface Painted {
  readonly largest: number;
  readonly first: number;
  readonly shift: number;
}

export interface PaintGoal {
  readonly runs: number;
  /** Of the largest paint; pages without one tell their shift alone. */
  readonly seconds?: number;
  readonly shift: number;
}

export async function sayPaint(browser: Browser, visit: Visit, goal: PaintGoal): Promise<void> {
  const painted: Painted[] = [];
  for (let run = 0; run < goal.runs; run += 1) painted.push(await paintOf(browser, visit));
  const largest = median(painted.map((one) => one.largest)) / 1000;
  const shift = Math.max(...painted.map((one) => one.shift));
  say({
    what: `paint, ${visit.what}; ${SLOW.cpu}x CPU, 1.6 Mbit/s, ${SLOW.latencyMs} ms`,
    runs: painted.map((one) => round(one.largest / 1000)),
    largestSeconds: round(largest),
    firstSeconds: round(median(painted.map((one) => one.first)) / 1000),
    layoutShift: Math.round(shift * 10_000) / 10_000,
    goal: { largestSeconds: goal.seconds, layoutShift: goal.shift },
    ...(goal.seconds === undefined ? {} : { ratio: round(largest / goal.seconds) }),
    ratioOfShift: round(shift / goal.shift),
  });
}

async function paintOf(browser: Browser, { url, path, session }: Visit): Promise<Painted> {
  const person = await openPerson(browser, {
    url,
    hasChosenLanguage: true,
    ...(session === undefined ? {} : { session }),
  });
  const { page, context } = person;
  const quiet = quietOf(context);
  await slowDown(page, { cpu: true, network: true });
  await page.addInitScript(watchPaints);
  await person.open(path);
  await whenReady(page);
  await quiet();
  const painted: Painted = await page.evaluate('globalThis.painted');
  await context.close();
  if (painted.largest === 0) throw new Error(`${path} painted nothing.`);
  return painted;
}

/** Runs in the page before anything else. */
function watchPaints(): void {
  const painted = { largest: 0, first: 0, shift: 0 };
  Object.assign(globalThis, { painted });
  const watch = (type: string, take: (entry: PerformanceEntry) => void): void => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    });
    observer.observe({ type, buffered: true });
  };
  watch('largest-contentful-paint', ({ startTime }) => {
    painted.largest = startTime;
  });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') painted.first = startTime;
  });
  watch('layout-shift', (entry) => {
    painted.shift += Number(Reflect.get(entry, 'value'));
  });
}
