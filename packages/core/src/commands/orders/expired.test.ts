import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, forecastOrders } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Command } from '#model/command.ts';
import type { SessionPhase } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { type Ask, codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, BTC_USDT, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, instantMs, MINUTE_MS, price, quantity } from '#values/index.ts';

/*
 * An order whose own time is over meets nobody, though nothing has ended it yet.
 */

const CENTRE = 6_000_000n;
const COIN = 1_000_000n;

interface Scene {
  readonly trader: Trader;
  readonly seller: AccountId;
  readonly buyer: AccountId;
}

function scene(): Scene {
  const trader = new Trader();
  return { trader, seller: trader.open(1), buyer: trader.open(2) };
}

/** A sale of coins until a minute from now. */
function sellForMinute({ trader, seller }: Scene, ask: Partial<Ask> = {}): Order {
  const conditions = { expiresAtMs: instantMs(trader.atMs + MINUTE_MS) };
  const of = { by: seller, at: CENTRE, size: COIN, validity: 'gtd' as const, conditions, ...ask };
  return orderOf(trader.sell(BTC_USDT, of));
}

function later({ trader }: Scene): void {
  trader.atMs = instantMs(trader.atMs + MINUTE_MS);
}

function openOf({ trader }: Scene, { accountId, id }: Order): Order | undefined {
  return trader.state.accountSide.accounts.get(accountId)?.orders.get(id)?.row;
}

function causeIn({ changes }: Applied, { id }: Order): string | undefined {
  const state = changes.orders.find((row) => row.id === id)?.state;
  return state?.name === 'cancelled' ? state.cause : state?.name;
}

function sound({ trader }: Scene): void {
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
}

/** The same as a journal has it that was written before. */
function before(trader: Trader, command: Command): Applied {
  const { state, atMs } = trader;
  const rulesVersion = RULE_CHANGES.indexOf('expiredMeetNobody');
  return apply(reload(state), { sequence: state.lastSequence + 1, atMs, command, rulesVersion });
}

test('who comes a moment after the end of an order does not meet it; in a journal of before it did', () => {
  const at = scene();
  const sale = sellForMinute(at);
  const early = orderOf(at.trader.buy(BTC_USDT, { by: at.buyer, at: CENTRE, size: COIN / 2n }));
  assert.equal(early.state.name, 'completed', 'until its end it fills');
  later(at);
  const command = at.trader.command('buy', BTC_USDT, { by: at.buyer, at: CENTRE, size: COIN / 2n });
  assert.equal(orderOf(before(at.trader, command)).state.name, 'completed');
  const applied = at.trader.apply(command);
  assert.deepEqual([orderOf(applied).state.name, causeIn(applied, sale)], ['open', 'expired']);
  sound(at);
});

test('nor does an order that fills whole or not at all, nor the market maker, nor a changed order', () => {
  const at = scene();
  const { trader, buyer } = at;
  const sales = [sellForMinute(at), sellForMinute(at)];
  const resting = orderOf(trader.buy(BTC_USDT, { by: buyer, at: CENTRE - 1_000n, size: COIN }));
  later(at);
  const whole = { by: buyer, at: CENTRE, size: COIN, validity: 'fok' as const };
  const [first, second] = sales;
  assert.ok(first && second);
  const killed = trader.buy(BTC_USDT, whole);
  assert.deepEqual(
    [causeIn(killed, orderOf(killed)), causeIn(killed, first), causeIn(killed, second)],
    ['fillOrKill', 'expired', 'expired'],
  );
  const third = sellForMinute(at);
  later(at);
  const key = { instrumentId: BTC_USDT.id, environment: 'demo' } as const;
  const taken = trader.apply({
    type: 'marketMaker.take',
    ...key,
    side: 'buy',
    priceLimit: price(CENTRE),
    quantity: quantity(COIN),
  });
  assert.deepEqual([taken.changes.fills, taken.journaled, causeIn(taken, third)], [[], true, 'expired']);
  const fourth = sellForMinute(at);
  later(at);
  const clientId = trader.command('buy', BTC_USDT, { by: buyer, size: 1n }).clientId;
  const change = { type: 'order.modify', accountId: buyer, clientId, contentHash: 'content' } as const;
  const changed = trader.apply({ ...change, orderId: resting.id, priceLimit: price(CENTRE) });
  assert.deepEqual([orderOf(changed).state.name, causeIn(changed, fourth)], ['open', 'expired']);
  sound(at);
});

test('a stop whose time is over is not triggered', () => {
  const at = scene();
  const { trader, seller } = at;
  trader.quote(BTC_USDT, {
    bids: [
      [CENTRE, COIN],
      [CENTRE - 20n, 10n * COIN],
    ],
  });
  orderOf(trader.sell(BTC_USDT, { by: seller, size: COIN }));
  const expiresAtMs = instantMs(trader.atMs + MINUTE_MS);
  const stop = sellForMinute(at, {
    orderType: 'stopLimit',
    at: CENTRE - 20n,
    conditions: { priceTrigger: price(CENTRE - 10n), expiresAtMs },
  });
  assert.equal(stop.state.name, 'new');
  later(at);
  const applied = trader.sell(BTC_USDT, { by: at.buyer, size: COIN });
  assert.equal(causeIn(applied, stop), 'expired');
  sound(at);
});

test('an order whose time is over has ended for its owner too', () => {
  const at = scene();
  const { trader, seller } = at;
  const [changed, cancelled] = [sellForMinute(at), sellForMinute(at)];
  later(at);
  const clientId = trader.command('buy', BTC_USDT, { by: seller, size: 1n }).clientId;
  const change = { type: 'order.modify', accountId: seller, clientId, contentHash: 'content' } as const;
  assert.equal(
    codeOf(trader.apply({ ...change, orderId: changed.id, priceLimit: price(CENTRE + 10n) })),
    'ORDER_NOT_OPEN',
  );
  const cancel = { type: 'order.cancel', accountId: seller, orderId: cancelled.id } as const;
  assert.equal(causeIn(trader.apply(cancel), cancelled), 'expired');
  assert.equal(causeIn(before(trader, { ...cancel, orderId: changed.id }), changed), 'customer');
  sound(at);
});

const BEFORE_PRICES = RULE_CHANGES.indexOf('expiredPriceNothing');

/** The same command by the rules of now and as a journal of before has it; the state stays as it is. */
function bothWays({ trader }: Scene, command: Command): [now: Applied, before: Applied] {
  const { state, atMs } = trader;
  const numbered = { sequence: state.lastSequence + 1, atMs, command };
  return [apply(reload(state), numbered), apply(reload(state), { ...numbered, rulesVersion: BEFORE_PRICES })];
}

test('an order whose time is over is nobody’s best price: neither of a market order nor of one that only rests', () => {
  const at = scene();
  const { trader, buyer } = at;
  sellForMinute(at);
  const resting = orderOf(trader.sell(BTC_USDT, { by: at.seller, at: CENTRE + 9_000n, size: COIN }));
  later(at);
  const market = trader.command('buy', BTC_USDT, { by: buyer, size: COIN });
  const [now, was] = bothWays(at, market).map(orderOf);
  assert.ok(was && now && now.priceLimit > was.priceLimit);
  assert.ok(now.priceLimit > CENTRE + 9_000n, 'from the one that lives');
  const forecast = forecastOrders(trader.state, market, trader.atMs)[0];
  assert.equal(forecast && 'priceLimit' in forecast && forecast.priceLimit, now.priceLimit);
  const rests = trader.command('buy', BTC_USDT, { by: buyer, at: CENTRE, size: COIN, validity: 'postOnly' });
  assert.deepEqual(bothWays(at, rests).map(codeOf), ['order', 'WOULD_TAKE']);
  trader.apply({ type: 'order.cancel', accountId: at.seller, orderId: resting.id });
  assert.deepEqual(bothWays(at, market).map(codeOf), ['NO_LIQUIDITY', 'order']);
});

test('nor does it stand in the way of a change of its owner', () => {
  const at = scene();
  const { trader, seller } = at;
  const own = orderOf(trader.buy(BTC_USDT, { by: seller, at: CENTRE - 1_000n, size: COIN }));
  sellForMinute(at);
  later(at);
  const { clientId } = trader.command('buy', BTC_USDT, { by: seller, size: 1n });
  const change = { type: 'order.modify', accountId: seller, clientId, contentHash: 'content' } as const;
  const asked = { ...change, orderId: own.id, priceLimit: price(CENTRE) };
  assert.deepEqual(bothWays(at, asked).map(codeOf), ['order', 'OWN_ORDER_MET']);
});

function enter({ trader }: Scene, auction: SessionPhase): Applied {
  return trader.apply({
    type: 'rules.set',
    session: { ...sessionOfDay(0), phases: { auction, average: auction } },
  });
}

test('an auction that is over has nobody whose time was over before', () => {
  const at = scene();
  const { trader, seller, buyer } = at;
  const conditions = { ttlMinutes: 1 };
  const sale = orderOf(
    trader.sell(ARUNA, { by: seller, at: 50_000n, size: 10n, validity: 'ttl', conditions }),
  );
  enter(at, 'closingAuction');
  const bid = orderOf(trader.buy(ARUNA, { by: buyer, at: 50_000n, size: 10n }));
  later(at);
  const ended = enter(at, 'closingMatch');
  assert.deepEqual([causeIn(ended, sale), ended.changes.fills], ['expired', []]);
  assert.equal(openOf(at, bid)?.quantityFilled, 0n);
  sound(at);
});

test('where more have ended than one command may end, who comes waits its turn and then meets none of them', () => {
  const at = scene();
  const { trader, buyer } = at;
  trader.apply({ type: 'rules.set', stepMax: 2 });
  const sales = Array.from({ length: 7 }, () => sellForMinute(at));
  later(at);
  assert.equal(codeOf(trader.quote(BTC_USDT, { bids: [[CENTRE, COIN]] })), 'BOOK_BUSY');
  const bid = orderOf(trader.buy(BTC_USDT, { by: buyer, at: CENTRE, size: COIN }));
  assert.deepEqual([bid.state.name, sales.every((sale) => openOf(at, sale))], ['new', true]);
  let steps = 0;
  for (let left = true; left; steps += 1) {
    const step = trader.apply({ type: 'sweep.step' });
    assert.ok(step.changes.orders.length <= 3 && step.changes.fills.length === 0);
    left = step.journaled && steps < 20;
    sound(at);
  }
  assert.ok(sales.every((sale) => openOf(at, sale) === undefined));
  assert.equal(openOf(at, bid)?.state.name, 'open');
});

test('a command ends 32 of them at the most, and a step of a sweep no more than it is asked for; before, a whole step', () => {
  const ended = (many: number, rulesVersion?: number) => {
    const at = scene();
    const { trader, buyer } = at;
    for (let nth = 0; nth < many; nth += 1) sellForMinute(at);
    later(at);
    const numbered = (command: Command) => {
      const next = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, command };
      return apply(trader.state, rulesVersion === undefined ? next : { ...next, rulesVersion });
    };
    const counts = [numbered(trader.command('buy', BTC_USDT, { by: buyer, at: CENTRE, size: COIN }))];
    for (let step = numbered({ type: 'sweep.step', stepMax: 8 }); step.journaled; ) {
      counts.push(step);
      step = numbered({ type: 'sweep.step', stepMax: 8 });
    }
    sound(at);
    return counts.map(
      ({ changes }) =>
        changes.orders.filter(({ state }) => 'cause' in state && state.cause === 'expired').length,
    );
  };
  assert.deepEqual(ended(32), [32]);
  assert.deepEqual(ended(40), [0, 8, 8, 8, 8, 8, 0]);
  const before = RULE_CHANGES.indexOf('expiriesShort');
  assert.deepEqual(ended(40, before), [40]);
});

test('one command over many books ends few of them in all, and the other auctions end in their turn', () => {
  const ended = (rulesVersion?: number) => {
    const owner = scene();
    const { trader, seller } = owner;
    const enter = (phase: SessionPhase) => {
      const phases = { auction: phase, average: phase };
      const command: Command = { type: 'rules.set', session: { ...sessionOfDay(0), phases } };
      const next = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, command };
      return apply(trader.state, rulesVersion === undefined ? next : { ...next, rulesVersion });
    };
    for (const share of [ARUNA, BHUMI]) {
      const size = share === ARUNA ? 1n : 10n;
      const at = share === ARUNA ? 54_000n : 104n;
      for (let nth = 0; nth < 20; nth += 1) {
        const ask = { by: seller, at, size, validity: 'ttl', conditions: { ttlMinutes: 1 } } as const;
        orderOf(trader.sell(share, ask));
      }
    }
    enter('preOpen');
    while (trader.apply({ type: 'sweep.step' }).journaled) sound(owner);
    later(owner);
    const { changes } = enter('preOpenMatch');
    const count = changes.orders.filter(({ state }) => 'cause' in state && state.cause === 'expired').length;
    while (trader.apply({ type: 'sweep.step' }).journaled) sound(owner);
    const left = trader.state.accountSide.accounts.get(seller)?.orders.size;
    return [count, left];
  };
  assert.deepEqual(ended(), [32, 0]);
  assert.deepEqual(ended(RULE_CHANGES.indexOf('expiriesShort')), [40, 0]);
});

test('legs of a basket in several books end few of them together: whose book has too many left waits its turn', () => {
  const placed = (rulesVersion?: number) => {
    const at = scene();
    const { trader, seller, buyer } = at;
    trader.apply({ type: 'rules.set', stepMax: 5 });
    const shares = [
      { of: ARUNA, at: 54_000n },
      { of: BHUMI, at: 104n },
    ];
    for (const share of shares)
      for (let nth = 0; nth < 4; nth += 1) {
        const ask = {
          by: seller,
          at: share.at,
          size: 1n,
          validity: 'ttl',
          conditions: { ttlMinutes: 1 },
        } as const;
        orderOf(trader.sell(share.of, ask));
      }
    later(at);
    const {
      type: _type,
      conditions: _none,
      ...first
    } = trader.command('buy', ARUNA, { by: buyer, size: 1n });
    const legs = shares.map((share) => ({
      ...trader.command('buy', share.of, { by: buyer, at: share.at, size: 1n }),
    }));
    const command: Command = { ...first, type: 'order.basket', legs };
    const next = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, command };
    const { outcome, changes } = apply(
      trader.state,
      rulesVersion === undefined ? next : { ...next, rulesVersion },
    );
    assert.ok(outcome.ok && outcome.type === 'basket');
    const states = outcome.legs.map(({ order }) => order.state.name);
    const ended = changes.orders.filter(({ accountId }) => accountId === seller).length;
    while (trader.apply({ type: 'sweep.step' }).journaled) sound(at);
    const left = [seller, buyer].map((by) => trader.state.accountSide.accounts.get(by)?.orders.size);
    return { states, ended, left };
  };
  assert.deepEqual(placed(), { states: ['open', 'new'], ended: 4, left: [0, 2] });
  const before = RULE_CHANGES.indexOf('basketEndsFew');
  assert.deepEqual(placed(before), { states: ['open', 'open'], ended: 8, left: [0, 2] });
});
