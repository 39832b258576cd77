/**
 * Interactions on the slow phone, as a finger feels them: from the tap to the
 * next paint, as browsers count it for INP, and to the frame in which what was
 * asked for stands. Each is done so many times, on pages that were opened before.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { openPerson, type Person, type StoredSession, texts, whenReady } from '../gen-people.ts';
import { quietOf, SLOW, slowDown } from './phone.ts';
import { median, percentile, round, say } from './say.ts';

const GOAL_MS = 150;
const { market, trade } = texts;

interface Interaction {
  readonly what: string;
  readonly path: string;
  readonly act: (page: Page) => Promise<void>;
  /** A selector of what stands afterwards and did not stand before; none where the paint is all. */
  readonly stands?: string;
}

interface Felt {
  readonly what: string;
  /** To the next paint. */
  readonly paintMs: number;
  /** To the frame in which it stands. */
  readonly standsMs: number | undefined;
}

const tab =
  (name: string): ((page: Page) => Promise<void>) =>
  (page) =>
    press(page.getByRole('tab', { name, exact: true }));
const bar =
  (path: string): ((page: Page) => Promise<void>) =>
  (page) =>
    press(page.locator(`nav a[href="${path}"]`).last());

function interactionsFor(query: (name: string) => string): readonly Interaction[] {
  return [
    ...onChart(`/pages/stock/stockKline${query('stock/stockKline')}`),
    ...inTicket(`/pages/stock/order${query('stock/order')}`),
    ...ELSEWHERE,
  ];
}

function onChart(chart: string): readonly Interaction[] {
  return [
    {
      what: 'open the ticket from the chart',
      path: chart,
      act: (page) => press(page.getByRole('link', { name: market.buy, exact: true })),
      stands: 'input[inputmode="numeric"]',
    },
    ...['1h', '1d'].map((interval) => ({
      what: `interval ${interval} of the chart`,
      path: chart,
      act: (page: Page) => press(page.locator(`label:has(input[value="${interval}"])`)),
      stands: `input[value="${interval}"]:checked`,
    })),
    {
      what: 'open the indicators',
      path: chart,
      act: (page) => press(page.getByRole('button', { name: market.indicators, exact: true })),
      stands: '[role="dialog"]',
    },
  ];
}

function inTicket(ticket: string): readonly Interaction[] {
  return [
    {
      what: 'order book of the ticket',
      path: ticket,
      act: (page) => press(page.getByRole('button', { name: trade.bookOrChart })),
    },
    {
      what: 'limit order in the ticket',
      path: ticket,
      act: (page) => press(page.locator('label:has(input[value="limit"])')),
      stands: 'input[value="limit"]:checked',
    },
    {
      what: 'one more share in the ticket',
      path: ticket,
      act: (page) => press(page.getByRole('button', { name: trade.quantityMore, exact: true })),
    },
    {
      what: 'tab of open orders',
      path: ticket,
      act: tab(trade.tab_open),
      stands: '[role="tab"][data-value="open"][aria-selected="true"]',
    },
  ];
}

const ELSEWHERE: readonly Interaction[] = [
  {
    what: 'tab of coins in markets',
    path: '/pages/tabbar/markets',
    act: tab(market.coins),
    stands: 'a[href*="COIN_SIM"]',
  },
  {
    what: 'a letter in the search',
    path: '/pages/stock/search',
    act: async (page) => {
      await page.getByRole('searchbox').focus();
      await page.keyboard.press('a');
    },
  },
  ...(
    [
      ['/pages/tabbar/home', '/pages/tabbar/markets'],
      ['/pages/tabbar/markets', '/pages/tabbar/position'],
      ['/pages/tabbar/position', '/pages/tabbar/trade'],
      ['/pages/tabbar/trade', '/pages/tabbar/mine'],
      ['/pages/tabbar/mine', '/pages/tabbar/home'],
    ] as const
  ).map(([from, to]) => ({
    what: `bottom bar, from ${from.slice(14)} to ${to.slice(14)}`,
    path: from,
    act: bar(to),
    stands: `nav a[href="${to}"][aria-current="page"]`,
  })),
];

export interface InteractionsOf {
  readonly url: string;
  readonly session: StoredSession;
  /** The query of each page that shows one thing. */
  readonly queries: Readonly<Record<string, string>>;
  readonly runs: number;
}

export async function sayInteractions(browser: Browser, options: InteractionsOf): Promise<void> {
  const felt: Felt[] = [];
  const unmeasured: string[] = [];
  const list = interactionsFor((name) => options.queries[name] ?? '');
  const person = await openPerson(browser, { url: options.url, session: options.session });
  const quiet = quietOf(person.context);
  await person.page.addInitScript(watchInteractions);
  await slowDown(person.page, { cpu: true, network: false });
  for (const interaction of list) {
    for (let run = 0; run < options.runs; run += 1) {
      // One that can't be measured is told and counted, and takes no other one along.
      const one = await feel(person, interaction, quiet).catch((error: unknown) => String(error));
      if (typeof one === 'string') unmeasured.push(`${interaction.what}: ${one.split('\n')[0]}`);
      else felt.push(one);
    }
    const own = felt.filter(({ what }) => what === interaction.what);
    if (own.length === 0) continue;
    const stands = own.map(({ standsMs }) => standsMs).filter((ms) => ms !== undefined);
    say({
      what: `${interaction.what}; ${SLOW.cpu}x CPU`,
      paintMs: own.map(({ paintMs }) => paintMs),
      medianMs: median(own.map(({ paintMs }) => paintMs)),
      ...(stands.length === 0 ? {} : { standsMs: stands, standsMedianMs: median(stands) }),
      goal: GOAL_MS,
      ratio: round(median(own.map(({ paintMs }) => paintMs)) / GOAL_MS),
    });
  }
  await person.context.close();
  const all = felt.map(({ paintMs }) => paintMs);
  const stood = felt.map(({ standsMs }) => standsMs).filter((ms) => ms !== undefined);
  say({
    what: `all ${all.length} interactions; ${SLOW.cpu}x CPU`,
    p50Ms: median(all),
    p98Ms: percentile(all, 98),
    standsP50Ms: median(stood),
    standsP98Ms: percentile(stood, 98),
    unmeasured,
    goal: GOAL_MS,
    ratio: round(percentile(all, 98) / GOAL_MS),
  });
  if (unmeasured.length > 0) process.exitCode = 1;
}

async function feel(
  { page, open }: Person,
  { what, path, act, stands }: Interaction,
  quiet: () => Promise<void>,
): Promise<Felt> {
  await open(path);
  await whenReady(page);
  await quiet();
  await page.evaluate(`globalThis.interactions.begin(${JSON.stringify(stands ?? '')})`);
  await act(page);
  const [paintMs, standsMs]: [number, number] = await page.evaluate('globalThis.interactions.end()');
  if (stands !== undefined && !(standsMs > 0)) throw new Error(`${what}: ${stands} never stood.`);
  return { what, paintMs, standsMs: stands === undefined ? undefined : Math.round(standsMs) };
}

/** A tap where the thing is, without the checks that would touch it before. */
async function press(place: Locator): Promise<void> {
  await place.scrollIntoViewIfNeeded();
  await place.tap({ force: true });
}

/**
 * Runs in the page before anything else: the longest event of the next interaction, and when a thing stands.
 */
function watchInteractions(): void {
  let longest = 0;
  let beganMs = 0;
  let stoodMs = 0;
  let quietFrames = 0;
  let wanted = '';
  const FRAMES_AFTER = 12;
  const MS_MAX = 20_000;
  let tell: (felt: readonly number[]) => void = () => undefined;
  const over = new Promise<readonly number[]>((resolve) => {
    tell = resolve;
  });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Number(Reflect.get(entry, 'interactionId')) > 0) longest = Math.max(longest, entry.duration);
    }
  });
  const wantedEvents = { type: 'event', buffered: true, durationThreshold: 16 };
  observer.observe(wantedEvents);
  const isThere = (): boolean =>
    wanted === '' ||
    [...document.querySelectorAll(wanted)].some((element) => element.getClientRects().length > 0);
  const look = (): void => {
    if (stoodMs === 0 && beganMs > 0 && isThere()) {
      // The frame that is being made is painted before the next task.
      setTimeout(() => {
        stoodMs = performance.now();
      });
    }
    if (stoodMs > 0) quietFrames += 1;
    if (quietFrames < FRAMES_AFTER) requestAnimationFrame(look);
    // The browser's own count comes in a task of its own.
    else setTimeout(() => tell([longest, stoodMs - beganMs]), 100);
  };
  const start = (event: Event): void => {
    if (beganMs === 0) beganMs = event.timeStamp;
  };
  Object.assign(globalThis, {
    interactions: {
      begin: (selector: string) => {
        wanted = selector;
        longest = 0;
        for (const type of ['click', 'keydown']) addEventListener(type, start, { capture: true });
        requestAnimationFrame(look);
        setTimeout(() => tell([longest, Number.NaN]), MS_MAX);
      },
      end: () => over,
    },
  });
}
