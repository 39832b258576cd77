import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSweepsOf, stateRows } from '#engine.ts';
import type { Instrument, SessionPhase } from '#model/instrument.ts';
import type { Applied } from '#model/outcome.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, sessionOfDay } from '#simulation/world.ts';
import { price } from '#values/index.ts';

/** Largest step here, and orders enough that one command opens several sweeps. */
const STEP = 32;
const STOPS = 600;
const TRIGGER = 49_500n;

function toPhase(trader: Trader, phase: SessionPhase): Applied {
  return trader.apply({
    type: 'rules.set',
    session: { ...sessionOfDay(0), phases: { auction: phase, average: phase } },
  });
}

/** Ends every sweep, with `between` after each step; gives the most orders that a step changed. */
function finish(trader: Trader, between: () => void = () => undefined): number {
  let most = 0;
  while (openSweepsOf(trader.state).length > 0) {
    between();
    most = Math.max(most, trader.apply({ type: 'sweep.step' }).changes.orders.length);
  }
  return most;
}

function namesOf(trader: Trader): string[] {
  const ofBook = openSweepsOf(trader.state).filter(
    ({ instrumentId, environment }) => instrumentId === ARUNA.id && environment === 'demo',
  );
  return ofBook.map(({ name }) => name);
}

function auctionOf({ state }: Trader) {
  return state.instrumentSide.books.get(ARUNA.id)?.demo.auction;
}

/** Many stops that one print has triggered, one step behind it. */
function crashed(stepMax: number): Trader {
  const trader = new Trader();
  const [buyer, seller] = [trader.open(1), trader.open(2)];
  trader.apply({ type: 'rules.set', stepMax });
  trader.quote(ARUNA, { bids: [[50_000n, 1n]], asks: [[50_100n, 1n]] });
  orderOf(trader.buy(ARUNA, { by: buyer, at: 50_100n, size: 1n }));
  const stop = { orderType: 'stopLimit', conditions: { priceTrigger: price(TRIGGER) } } as const;
  for (let from = 0; from < STOPS; from += 100) {
    const by = trader.open(10 + from);
    for (let nth = 0; nth < 100; nth += 1)
      orderOf(trader.sell(ARUNA, { by, at: TRIGGER - 100n, size: 1n, ...stop }));
  }
  trader.quote(ARUNA, { bids: [[TRIGGER, 1n]], asks: [] });
  orderOf(trader.sell(ARUNA, { by: seller, at: TRIGGER, size: 1n }));
  return trader;
}

test('an auction that begins behind many triggered stops begins when its turn comes, and no command is long', () => {
  const trader = crashed(STEP);
  assert.deepEqual(namesOf(trader), ['triggers']);
  const halted: Instrument = { ...ARUNA, ownPhase: 'reopeningAuction' };
  const { changes } = trader.apply({ type: 'instrument.set', instrument: halted });
  assert.ok(changes.orders.length <= STEP, `${changes.orders.length} orders at once`);
  assert.deepEqual(namesOf(trader), ['triggers', 'bandChange', 'auctionStart']);
  const came = orderOf(trader.buy(ARUNA, { by: trader.open(3), at: 50_000n, size: 1n }));
  assert.deepEqual(came.state.name === 'new' && came.state.waitsFor, 'turn');
  assert.ok(finish(trader) <= STEP);
  assert.equal(auctionOf(trader)?.orders.size, STOPS + 1);
});

test('cut at every step, what stands in line ends in the same state', () => {
  const [whole, cut] = [crashed(STEP), crashed(STEP)];
  for (const trader of [whole, cut]) {
    const between = (): void => {
      if (trader === cut) trader.state = reload(trader.state);
    };
    toPhase(trader, 'preOpen');
    between();
    toPhase(trader, 'preOpenMatch');
    between();
    toPhase(trader, 'preOpen');
    assert.deepEqual(namesOf(trader), ['triggers', 'auctionStart', 'uncrossing', 'auctionStart']);
    finish(trader, between);
    assert.equal(auctionOf(trader)?.orders.size, STOPS);
  }
  assert.deepEqual(stateRows(cut.state), stateRows(whole.state));
});

/** Two auctions in line: the market maker offers 40 in the first, of which the customers bid for 160. */
function quotedTwice(isCut: boolean) {
  const trader = new Trader();
  const ids = [1, 2, 3, 4].map((nth) => trader.open(nth));
  let sold = 0n;
  const count = ({ changes }: Applied): void => {
    for (const { quantity } of changes.fills) sold += quantity;
    if (isCut) trader.state = reload(trader.state);
  };
  trader.apply({ type: 'rules.set', stepMax: 8 });
  toPhase(trader, 'preOpen');
  trader.quote(ARUNA, { asks: [[50_000n, 40n]] });
  for (const by of ids)
    for (let nth = 0; nth < 20; nth += 1) orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 2n }));
  for (const phase of ['preOpenMatch', 'preOpen', 'preOpenMatch'] as const) count(toPhase(trader, phase));
  assert.deepEqual(namesOf(trader), ['uncrossing', 'auctionStart', 'uncrossing']);
  while (openSweepsOf(trader.state).length > 0) count(trader.apply({ type: 'sweep.step' }));
  return { trader, sold };
}

test('what the market maker quoted for an auction trades in that one alone, cut at every step as well', () => {
  const [whole, cut] = [quotedTwice(false), quotedTwice(true)];
  assert.deepEqual([whole.sold, cut.sold], [40n, 40n]);
  assert.deepEqual(stateRows(cut.trader.state), stateRows(whole.trader.state));
});

test('two auctions that one command could end are written down by a command each', () => {
  const trader = new Trader();
  const ids = [1, 2, 3, 4].map((nth) => trader.open(nth));
  trader.apply({ type: 'rules.set', stepMax: 1 });
  toPhase(trader, 'preOpen');
  for (const by of ids)
    for (let nth = 0; nth < 50; nth += 1) orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 2n }));
  const linesByBeginning = new Map<number, number>();
  const note = ({ changes }: Applied): void => {
    assert.ok(changes.auctions.length <= 1);
    for (const { begunSequence = 0, lines } of changes.auctions)
      linesByBeginning.set(
        begunSequence,
        (linesByBeginning.get(begunSequence) ?? 0) + lines.split(';').length,
      );
  };
  for (const phase of ['preOpenMatch', 'preOpen', 'preOpenMatch'] as const) note(toPhase(trader, phase));
  assert.deepEqual(namesOf(trader), ['uncrossing', 'auctionStart', 'uncrossing']);
  trader.apply({ type: 'rules.set', stepMax: 100_000 });
  while (openSweepsOf(trader.state).length > 0) note(trader.apply({ type: 'sweep.step' }));
  assert.deepEqual([...linesByBeginning.values()], [200, 200]);
});

/** An auction that is over while what rested before is still being moved into it. */
function overEarly(): { trader: Trader; last: ReturnType<typeof orderOf> } {
  const trader = new Trader();
  const [buyer, seller] = [trader.open(1), trader.open(2)];
  trader.apply({ type: 'rules.set', stepMax: 2 });
  for (let nth = 0n; nth < 6n; nth += 1n)
    orderOf(trader.buy(ARUNA, { by: buyer, at: 49_900n - nth * 5n, size: 1n }));
  const last = orderOf(trader.sell(ARUNA, { by: seller, at: 50_100n, size: 1n }));
  toPhase(trader, 'preOpen');
  orderOf(trader.sell(ARUNA, { by: seller, at: 49_900n, size: 1n }));
  toPhase(trader, 'preOpenMatch');
  return { trader, last };
}

test('of an auction that is over nobody leaves, though its turn to be uncrossed has not come', () => {
  const { trader, last } = overEarly();
  assert.deepEqual(namesOf(trader), ['auctionStart', 'uncrossing']);
  const { accountId, id: orderId } = last;
  assert.equal(codeOf(trader.apply({ type: 'order.cancel', accountId, orderId })), 'AUCTION_LOCKED');
  finish(trader);
  assert.equal(codeOf(trader.apply({ type: 'order.cancel', accountId, orderId })), 'order');
});

test('the day that ends behind an auction in line ends its orders after the fills', () => {
  const fillsOf = (isCut: boolean): readonly unknown[] => {
    const { trader } = overEarly();
    trader.apply({ type: 'session.end', venue: 'NSE_SIM' });
    assert.deepEqual(namesOf(trader), ['auctionStart', 'uncrossing', 'sessionEnd']);
    finish(trader, () => {
      if (isCut) trader.state = reload(trader.state);
    });
    return [stateRows(trader.state), trader.state.accountSide.accounts.get(accountOf(trader))?.orders.size];
  };
  assert.deepEqual(fillsOf(true), fillsOf(false));
  assert.equal(fillsOf(false)[1], 0);
});

function accountOf({ state }: Trader) {
  const [first] = state.accountSide.accounts.keys();
  assert.ok(first !== undefined);
  return first;
}

test('an auction in line to end keeps the quotes that it had when it was over, after a restart as well', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.apply({ type: 'rules.set', stepMax: 1 });
  const stop = { orderType: 'stopLimit', conditions: { priceTrigger: price(50_500n) } } as const;
  trader.quote(ARUNA, { bids: [[49_990n, 1n]], asks: [[50_000n, 1n]] });
  orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 1n }));
  for (let nth = 0; nth < 3; nth += 1) orderOf(trader.buy(ARUNA, { by, at: 50_600n, size: 1n, ...stop }));
  toPhase(trader, 'preOpen');
  trader.quote(ARUNA, { asks: [[49_000n, 5n]] });
  trader.apply({ type: 'session.end', venue: 'NSE_SIM' });
  toPhase(trader, 'preOpenMatch');
  assert.deepEqual(namesOf(trader), ['sessionEnd', 'uncrossing']);
  const { quotes } = auctionOf(trader) ?? {};
  assert.equal(quotes?.sell.length, 1);
  trader.state = reload(trader.state);
  assert.deepEqual(auctionOf(trader)?.quotes, quotes);
});
