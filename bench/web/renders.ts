/** Components drawn again for each turn of prices, and those of them for which nothing had changed. */
import type { Browser, Page } from 'playwright-core';
import { round, say } from './say.ts';
import { type TickedPage, withTicks } from './ticks.ts';

/** So much of what is drawn again may have been told nothing new. */
const SAME_GOAL_PERCENT = 30;
const TICKERS_PER_SECOND = 1_000;
const SETTLED_MS = 4_000;

/** The counts of the page, by way of the hook that React calls for its developer tools. */
interface Counted {
  isOn: boolean;
  commits: number;
  renders: number;
  /** Renders whose every property was the same as before; two functions count as the same. */
  same: number;
}

export async function sayRenders(browser: Browser, ticked: TickedPage, seconds: number): Promise<void> {
  const counting = { ...ticked, before: (page: Page) => page.addInitScript(countRenders) };
  await withTicks(browser, counting, async (page, feeder) => {
    feeder.setFlow({ tickersPerSecond: TICKERS_PER_SECOND, tickersPerFrame: 250 });
    await page.waitForTimeout(SETTLED_MS);
    await page.evaluate(() => {
      const counted: Counted = Reflect.get(globalThis, 'rendersCounted');
      counted.isOn = true;
    });
    await page.waitForTimeout(seconds * 1_000);
    const counted = await page.evaluate((): Counted => Reflect.get(globalThis, 'rendersCounted'));
    const { commits, renders, same } = counted;
    if (commits === 0) throw new Error(`Nothing was drawn again on the ${ticked.what}.`);
    const percent = (same / Math.max(1, renders)) * 100;
    say({
      what: `components drawn again at ${TICKERS_PER_SECOND} ticks/s, ${ticked.what}`,
      commits,
      rendersPerCommit: round(renders / commits),
      withNothingNewPerCommit: round(same / commits),
      percentWithNothingNew: round(percent),
      goal: SAME_GOAL_PERCENT,
      ratio: round(percent / SAME_GOAL_PERCENT),
    });
  });
}

/** Runs in the page, before its scripts. */
function countRenders(): void {
  interface Fiber {
    readonly tag: number;
    readonly flags: number;
    readonly alternate: Fiber | null;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
    readonly memoizedProps: Readonly<Record<string, unknown>>;
    readonly memoizedState: unknown;
  }
  const counted = { isOn: false, commits: 0, renders: 0, same: 0 };
  Reflect.set(globalThis, 'rendersCounted', counted);
  /** React's numbers of a function, a forwarded one, and the two of a memo. */
  const components = new Set([0, 11, 14, 15]);
  const PERFORMED_WORK = 1;
  const isSame = (left: unknown, right: unknown): boolean =>
    Object.is(left, right) || (typeof left === 'function' && typeof right === 'function');
  const count = (fiber: Fiber, before: Fiber): void => {
    const { memoizedProps: props } = fiber;
    const isOther = props !== before.memoizedProps;
    if (!components.has(fiber.tag) || (fiber.flags & PERFORMED_WORK) === 0) return;
    if (!isOther && fiber.memoizedState === before.memoizedState) return;
    counted.renders += 1;
    const names = Object.keys(props);
    const isAll = names.length === Object.keys(before.memoizedProps).length;
    const nothingNew = isAll && names.every((name) => isSame(props[name], before.memoizedProps[name]));
    if (isOther && nothingNew) counted.same += 1;
  };
  const walk = (first: Fiber | null): void => {
    for (let fiber = first; fiber !== null; fiber = fiber.sibling) {
      const before = fiber.alternate;
      if (before === null) continue;
      count(fiber, before);
      if (fiber.child !== before.child) walk(fiber.child);
    }
  };
  Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    isDisabled: false,
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_renderer: number, root: { readonly current: Fiber }) => {
      if (!counted.isOn) return;
      counted.commits += 1;
      walk(root.current);
    },
  });
}
