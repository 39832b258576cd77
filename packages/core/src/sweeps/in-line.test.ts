/* Orders that stand in line for a book, and those that sweeps find in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, openSweepsOf } from '#engine.ts';
import { bookAt } from '#instruments/instrument-side.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { SessionPhase, VenueSession } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, parseClientId, price, quantity } from '#values/index.ts';

const NEXT = { validity: 'day', conditions: { afterMarket: true } } as const;

function enter(trader: Trader, auction: SessionPhase): Applied {
  const session: VenueSession = { ...sessionOfDay(0), phases: { auction, average: auction } };
  return trader.apply({ type: 'rules.set', session });
}

/**
 * Steps until no sweep is open, cut at each; gives ended and filled orders in the order in which they were.
 */
function stepped(trader: Trader, first: readonly Applied[] = []): readonly Order[] {
  const all = [...first];
  while (openSweepsOf(trader.state).length > 0) {
    trader.state = reload(trader.state);
    all.push(trader.apply({ type: 'sweep.step' }));
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
    assert.ok(all.length < 200, 'the sweeps end');
  }
  return all.flatMap(({ changes }) => changes.orders);
}

function causeOf(orders: readonly Order[], { id }: Order): string | undefined {
  const state = orders.findLast((row) => row.id === id)?.state;
  return state?.name === 'cancelled' ? state.cause : state?.name;
}

interface Busy {
  readonly trader: Trader;
  readonly by: AccountId;
  readonly other: AccountId;
}

/** A book in which an order takes step by step; something may have been before. */
function busy(before: (trader: Trader, by: AccountId) => void = () => undefined): Busy {
  const trader = new Trader();
  const [by, other, taker] = [trader.open(1), trader.open(2), trader.open(3)];
  before(trader, by);
  trader.apply({ type: 'rules.set', stepMax: 4 });
  for (let nth = 0n; nth < 6n; nth += 1n) orderOf(trader.sell(ARUNA, { by: other, at: 50_000n, size: 1n }));
  orderOf(trader.buy(ARUNA, { by: taker, at: 50_000n, size: 6n }));
  assert.equal(openSweepsOf(trader.state)[0]?.name, 'taking');
  return { trader, by, other };
}

test('an order that waits its turn ends with the day when that is over by then', () => {
  const { trader, by } = busy();
  const waits = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n }));
  assert.equal(waits.state.name, 'new');
  const shut = enter(trader, 'closed');
  assert.equal(causeOf(stepped(trader, [shut]), waits), 'sessionEnd');
});

test('when the day is over whoever waits for the next session waits on, beside those whose turn never came', () => {
  const { trader, by, other } = busy();
  const turn = orderOf(trader.buy(ARUNA, { by: other, at: 49_000n, size: 1n }));
  const shut = enter(trader, 'closed');
  const session = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n, ...NEXT }));
  const ended = stepped(trader, [shut]);
  assert.deepEqual([causeOf(ended, turn), causeOf(ended, session)], ['sessionEnd', undefined]);
  const row = trader.state.accountSide.accounts.get(by)?.orders.get(session.id)?.row;
  assert.ok(row?.state.name === 'new' && row.state.waitsFor === 'session');
  const opened = enter(trader, 'continuous');
  assert.equal(causeOf(stepped(trader, [opened]), session), 'open');
});

test('an order that was changed while it waited stands by its new place alone, also where the change left the old one', () => {
  for (const rulesVersion of [RULES_VERSION, RULE_CHANGES.indexOf('linesAreLeft')]) {
    const { trader, by, other } = busy();
    enter(trader, 'closed');
    orderOf(trader.sell(ARUNA, { by: trader.open(4), at: 49_000n, size: 2n, ...NEXT }));
    const [first, second] = [by, other].map((of) =>
      orderOf(trader.buy(ARUNA, { by: of, at: 49_000n, size: 2n, ...NEXT })),
    );
    assert.ok(first && second);
    const clientId = parseClientId('change-0001') ?? assert.fail('a client id');
    stepped(trader);
    const of = { accountId: by, orderId: first.id, clientId, contentHash: 'x' } as const;
    const command = { type: 'order.modify', ...of, quantity: quantity(3n) } as const;
    const sequence = trader.state.lastSequence + 1;
    assert.ok(apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion }).outcome.ok);
    enter(trader, 'continuous');
    while (openSweepsOf(trader.state).length > 0) trader.apply({ type: 'sweep.step' });
    const openIds = [by, other].flatMap((id) => [
      ...(trader.state.accountSide.accounts.get(id)?.orders.keys() ?? []),
    ]);
    assert.deepEqual(openIds, [first.id], 'the other came first, and met the sale');
  }
});

test('who waits for the session and who waits for a turn come by arrival', () => {
  for (const turnIsFirst of [true, false]) {
    const { trader, by, other } = busy();
    const sell = (): Order => orderOf(trader.sell(ARUNA, { by: other, at: 49_500n, size: 1n }));
    const forNext = (): Order => orderOf(trader.sell(ARUNA, { by, at: 49_500n, size: 1n, ...NEXT }));
    let [turn, session]: Order[] = [];
    if (turnIsFirst) turn = sell();
    enter(trader, 'closed');
    session = forNext();
    enter(trader, 'continuous');
    if (!turnIsFirst) turn = sell();
    assert.ok(turn && session);
    const orders = stepped(trader);
    const came = orders.filter(
      ({ id, state }) => (id === turn.id || id === session.id) && state.name === 'open',
    );
    assert.deepEqual(
      came.map(({ id }) => id === turn.id),
      [turnIsFirst, !turnIsFirst],
    );
  }
});

test('the end of a session passes the market maker over, whose quotes stand before the customers', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const resting = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n }));
  trader.quote(ARUNA, { bids: [[49_500n, 10n]] });
  const ended = trader.apply({ type: 'session.end', venue: 'NSE_SIM' });
  assert.equal(causeOf(stepped(trader, [ended]), resting), 'sessionEnd');
});

test('of a share that is no longer listed everybody who waits ends, whatever for', () => {
  const wish = { at: 48_000n, size: 1n } as const;
  const gtt = { validity: 'gtd', conditions: { gtt: true, priceTrigger: price(48_500n) } } as const;
  const stop = { orderType: 'stopLimit', conditions: { priceTrigger: price(48_500n) } } as const;
  const waiting: Order[] = [];
  const { trader, by, other } = busy((early, of) => {
    early.quote(ARUNA, { asks: [[50_000n, 1n]] });
    orderOf(early.buy(ARUNA, { by: of, size: 1n }));
    waiting.push(orderOf(early.buy(ARUNA, { by: of, ...wish, ...gtt })));
    waiting.push(orderOf(early.sell(ARUNA, { by: of, ...wish, ...stop })));
  });
  waiting.push(orderOf(trader.buy(ARUNA, { by: other, ...wish })));
  enter(trader, 'closed');
  waiting.push(orderOf(trader.buy(ARUNA, { by, ...wish, ...NEXT })));
  const waitsFor = waiting.map(({ state }) => state.name === 'new' && state.waitsFor);
  assert.deepEqual(waitsFor, ['trigger', 'trigger', 'turn', 'session']);
  const unlisted = trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, status: 'unlisted' } });
  const ended = stepped(trader, [unlisted]);
  assert.deepEqual(
    waiting.map((order) => causeOf(ended, order)),
    ['halt', 'halt', 'halt', 'halt'],
  );
});

test('who comes when an auction is to begin is in it, also while others are let in who came before', () => {
  const { trader, by, other } = busy();
  const early = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n }));
  for (let nth = 0; nth < 3; nth += 1) orderOf(trader.buy(ARUNA, { by, at: 48_000n, size: 1n }));
  const open = (): string[] => openSweepsOf(trader.state).map(({ name }) => name);
  while (open()[0] === 'taking') trader.apply({ type: 'sweep.step' });
  enter(trader, 'closingAuction');
  assert.deepEqual(open(), ['release', 'auctionStart']);
  const offer = orderOf(trader.sell(ARUNA, { by: other, at: 48_900n, size: 1n }));
  assert.equal(offer.state.name, 'new');
  stepped(trader);
  const filled = trader.state.accountSide.accounts.get(by)?.orders.get(early.id)?.row.quantityFilled;
  assert.equal(filled, 0n, 'nobody meets it before the end');
  const ended = enter(trader, 'closingMatch');
  const all = [...ended.changes.orders, ...stepped(trader)];
  assert.deepEqual([causeOf(all, early), causeOf(all, offer)], ['completed', 'completed']);
});

test('legs of a basket that waited their turn stand before an order that came later (tiesByArrival)', () => {
  const { trader, by, other } = busy();
  const leg = {
    instrumentId: ARUNA.id,
    side: 'buy',
    orderType: 'limit',
    validity: 'day',
    priceLimit: price(49_000n),
    quantity: quantity(1n),
  } as const;
  const clientId = parseClientId('basket-0001') ?? assert.fail('a client id');
  trader.apply({ type: 'order.basket', accountId: by, clientId, contentHash: 'x', legs: [leg, leg] });
  const later = orderOf(trader.buy(ARUNA, { by: other, at: 49_000n, size: 1n }));
  trader.apply({ type: 'rules.set', stepMax: 64 });
  stepped(trader);
  const at = bookAt(trader.state.instrumentSide, { instrumentId: ARUNA.id, environment: 'demo' });
  const queue = [...(at?.book.entries('buy') ?? [])].map(({ owner, id }) => [
    Number(owner),
    id === Number(later.id),
  ]);
  assert.deepEqual(queue, [
    [by, false],
    [by, false],
    [other, true],
  ]);
});
