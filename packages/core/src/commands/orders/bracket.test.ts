import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, decodeCommand, encodeCommand, openSweepsOf } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Bracket, Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES, RULES_VERSION, RULES_VERSION_FIRST } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { BTC_USDT } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, parseClientId, price, quantity } from '#values/index.ts';

const PART = 1_000_000n;
const FIXED: Bracket = { priceTakeProfit: price(6_300_000n), priceStop: price(5_700_000n) };
const TRAILING: Bracket = { priceTakeProfit: price(6_300_000n), trailBps: 100 };

function buy(trader: Trader, by: AccountId, bracket = FIXED): Order {
  return orderOf(trader.buy(BTC_USDT, { by, at: 6_000_000n, size: 3n * PART, conditions: { bracket } }));
}

/** The market maker sells a part of what is asked for at 60,000. */
function fill(trader: Trader, size = PART): Applied {
  return sells(trader, 6_000_000n, size);
}

function sells(trader: Trader, at: bigint, size: bigint): Applied {
  const where = { type: 'marketMaker.take', instrumentId: BTC_USDT.id, environment: 'demo' } as const;
  return trader.apply({ ...where, side: 'sell', priceLimit: price(at), quantity: quantity(size) });
}

/** The trader buys from itself, so that a price is paid; its bids stand below. */
function prints(trader: Trader, at: bigint, bids: readonly [bigint, bigint][] = []): Applied {
  trader.quote(BTC_USDT, { asks: [[at, 1_000n]], bids });
  const where = { type: 'marketMaker.take', instrumentId: BTC_USDT.id, environment: 'demo' } as const;
  return trader.apply({ ...where, side: 'buy', priceLimit: price(at), quantity: quantity(1_000n) });
}

function openOf(trader: Trader, by: AccountId): readonly Order[] {
  return [...(trader.state.accountSide.accounts.get(by)?.orders.values() ?? [])].map(({ row }) => row);
}

function endOf(trader: Trader, by: AccountId): Order {
  const end = openOf(trader, by).find(({ conditions }) => conditions?.bracketOf !== undefined);
  assert.ok(end);
  return end;
}

function holds(trader: Trader): void {
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
}

test('a purchase that fills in part has its ends from the same command on, and they grow with each fill (fault 11)', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const coins = { by, wallet: 'spot', asset: BTC_USDT.baseAsset } as const;
  const had = trader.balance(coins);
  const purchase = buy(trader, by);
  assert.deepEqual(
    openOf(trader, by).map(({ id }) => id),
    [purchase.id],
    'nothing is sold before it is bought',
  );
  const first = fill(trader);
  const end = endOf(trader, by);
  assert.ok(
    first.changes.orders.some(({ id }) => id === end.id),
    'it comes with the command that filled',
  );
  assert.deepEqual(
    [end.side, end.type, end.quantity, end.state.name, end.conditions?.trigger, end.conditions?.bracketOf],
    ['sell', 'stopMarket', PART, 'new', { price: 5_700_000n, when: 'falls' }, purchase.id],
  );
  assert.deepEqual(end.conditions?.otherLeg, {
    trigger: { price: 6_300_000n, when: 'rises' },
    priceLimit: 6_300_000n,
  });
  assert.deepEqual([trader.balance(coins), trader.balance({ ...coins, bucket: 'held' })], [had, PART]);
  holds(trader);
  fill(trader, 2n * PART);
  assert.deepEqual([endOf(trader, by).id, endOf(trader, by).quantity], [end.id, 3n * PART]);
  assert.equal(trader.balance({ ...coins, bucket: 'held' }), 3n * PART);
  holds(trader);
});

test('a fall through purchase and stop in one command is sold in that command (fault 11)', () => {
  const trader = new Trader();
  const by = trader.open(1);
  buy(trader, by);
  trader.quote(BTC_USDT, { bids: [[5_690_000n, 4n * PART]] });
  const { changes } = sells(trader, 5_690_000n, 4n * PART);
  assert.deepEqual(
    changes.fills.map(({ price: at, quantity: size }) => [at, size]),
    [
      [6_000_000n, 3n * PART],
      [5_690_000n, 3n * PART],
    ],
    'bought, and sold behind the print of the market maker with itself that reached the stop',
  );
  assert.deepEqual(openOf(trader, by), []);
  holds(trader);
});

test('an end that comes ends what of the purchase is still open (fault 11)', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const purchase = buy(trader, by, TRAILING);
  fill(trader);
  prints(trader, 6_200_000n);
  const { changes } = prints(trader, 6_130_000n, [[6_120_000n, PART]]);
  assert.deepEqual(
    changes.fills.map(({ price: at, quantity: size }) => [at, size]),
    [[6_120_000n, PART]],
  );
  const left = changes.orders.find(({ id }) => id === purchase.id);
  assert.ok(left?.state.name === 'cancelled' && left.state.cause === 'bracketEnd');
  assert.deepEqual(openOf(trader, by), []);
  holds(trader);
});

test('at the gain a limit order rests, and the stop stays until it has filled', () => {
  const trader = new Trader();
  const by = trader.open(1);
  buy(trader, by);
  fill(trader, 3n * PART);
  const { id } = endOf(trader, by);
  const { changes } = prints(trader, 6_300_000n);
  const [end] = changes.orders;
  assert.deepEqual(
    [end?.id, end?.type, end?.state.name, end?.priceLimit, end?.conditions?.otherLeg?.trigger],
    [id, 'takeProfitLimit', 'open', 6_300_000n, { price: 5_700_000n, when: 'falls' }],
  );
  holds(trader);
});

/** A bracket of three parts whose gain rests after a print at its price. */
function atGain(trader: Trader, rulesVersion = RULES_VERSION): { by: AccountId; end: Order } {
  const by = trader.open(1);
  buy(trader, by);
  fill(trader, 3n * PART);
  trader.quote(BTC_USDT, { asks: [[6_300_000n, 1_000n]], bids: [] });
  const { id: instrumentId } = BTC_USDT;
  const took = { instrumentId, environment: 'demo', side: 'buy', quantity: quantity(1_000n) } as const;
  const command = { type: 'marketMaker.take', ...took, priceLimit: price(6_300_000n) } as const;
  const sequence = trader.state.lastSequence + 1;
  apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion });
  return { by, end: endOf(trader, by) };
}

test('the stop sells what the gain has not sold, and the gain leaves the book', () => {
  for (const isRestarted of [false, true]) {
    const trader = new Trader();
    const { by, end } = atGain(trader);
    const buyer = trader.open(2);
    orderOf(trader.buy(BTC_USDT, { by: buyer, at: 6_300_000n, size: PART }));
    assert.equal(endOf(trader, by).quantityFilled, PART);
    holds(trader);
    if (isRestarted) trader.state = reload(trader.state);
    const { changes } = prints(trader, 5_695_000n, [[5_690_000n, 5n * PART]]);
    assert.deepEqual(
      changes.fills.map(({ price: at, quantity: size }) => [at, size]),
      [[5_690_000n, 2n * PART]],
    );
    const sold = changes.orders.find(({ id }) => id === end.id);
    assert.deepEqual(
      [sold?.state.name, sold?.type, sold?.conditions?.trigger, sold?.conditions?.otherLeg],
      ['completed', 'stopMarket', { price: 5_700_000n, when: 'falls' }, undefined],
    );
    assert.deepEqual(openOf(trader, by), []);
    holds(trader);
  }
});

test('the stop goes with its gain: filled whole, or cancelled', () => {
  for (const isCancelled of [false, true]) {
    const trader = new Trader();
    const { by, end } = atGain(trader);
    if (isCancelled) trader.apply({ type: 'order.cancel', accountId: by, orderId: end.id });
    else orderOf(trader.buy(BTC_USDT, { by: trader.open(2), at: 6_300_000n, size: 4n * PART }));
    assert.deepEqual(openOf(trader, by), []);
    holds(trader);
    assert.deepEqual(prints(trader, 5_695_000n, [[5_690_000n, 5n * PART]]).changes.orders, []);
  }
});

test('in steps the stop of a gain triggers too, wherever a restart cuts them', () => {
  for (const isCut of [false, true]) {
    const trader = new Trader();
    const { by } = atGain(trader);
    trader.apply({ type: 'rules.set', stepMax: 1 });
    const low = trader.open(3);
    for (const at of [5_690_000n, 5_680_000n])
      orderOf(trader.buy(BTC_USDT, { by: low, at, size: 2n * PART }));
    trader.quote(BTC_USDT, { asks: [], bids: [] });
    trader.sell(BTC_USDT, { by: trader.open(4), at: 5_690_000n, size: PART });
    while (openSweepsOf(trader.state).length > 0) {
      if (isCut) holds(trader);
      if (isCut) trader.state = reload(trader.state);
      trader.apply({ type: 'sweep.step' });
    }
    assert.deepEqual(openOf(trader, by), []);
    holds(trader);
  }
});

test('a gain that was touched before has no stop any more', () => {
  const trader = new Trader();
  const { by, end } = atGain(trader, RULE_CHANGES.indexOf('stopUntilGainFills'));
  assert.equal(end.conditions?.otherLeg, undefined);
  prints(trader, 5_695_000n, [[5_690_000n, 5n * PART]]);
  assert.equal(endOf(trader, by).state.name, 'open');
  holds(trader);
});

test('a trailing end follows the price from what was paid (fault 11)', () => {
  const trader = new Trader();
  const by = trader.open(1);
  buy(trader, by, TRAILING);
  fill(trader, 3n * PART);
  assert.deepEqual(
    [endOf(trader, by).type, endOf(trader, by).conditions?.trigger?.price],
    ['trailingStop', 5_940_000n],
  );
  prints(trader, 6_060_000n);
  assert.equal(endOf(trader, by).conditions?.trigger?.price, 6_000_000n);
  assert.ok(endOf(trader, by).conditions?.otherLeg, 'the gain waits on');
  holds(trader);
  const { changes } = prints(trader, 5_995_000n, [[5_990_000n, 3n * PART]]);
  assert.deepEqual(
    changes.fills.map(({ price: at, quantity: size }) => [at, size]),
    [[5_990_000n, 3n * PART]],
  );
});

test('whoever cancels the ends has none for what fills later; whoever cancels the rest keeps them (fault 11)', () => {
  const trader = new Trader();
  const [by, other] = [trader.open(1), trader.open(2)];
  buy(trader, by);
  fill(trader);
  trader.apply({ type: 'order.cancel', accountId: by, orderId: endOf(trader, by).id });
  fill(trader);
  assert.deepEqual(
    openOf(trader, by).map(({ conditions }) => conditions?.bracketOf),
    [undefined],
  );
  holds(trader);
  trader.apply({ type: 'order.cancelAll', accountId: by });
  const purchase = buy(trader, other);
  fill(trader);
  trader.apply({ type: 'order.cancel', accountId: other, orderId: purchase.id });
  assert.equal(endOf(trader, other).quantity, PART);
});

test('a bracket has one stop: at a price, or trailing within bounds (fault 11)', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const said = (bracket: Bracket) =>
    codeOf(trader.buy(BTC_USDT, { by, at: 6_000_000n, size: PART, conditions: { bracket } }));
  const { priceTakeProfit } = FIXED;
  assert.equal(said({ priceTakeProfit }), 'TYPE_NOT_ALLOWED');
  assert.equal(said({ ...FIXED, trailBps: 100 }), 'TYPE_NOT_ALLOWED');
  assert.equal(said({ priceTakeProfit, trailBps: 5 }), 'TRAIL');
  assert.equal(said({ priceTakeProfit: price(5_900_000n), trailBps: 100 }), 'TP_SL_SIDE');
  assert.equal(said(TRAILING), 'order');
  const command = trader.command('buy', BTC_USDT, {
    by,
    at: 6_000_000n,
    size: PART,
    conditions: { bracket: TRAILING },
  });
  assert.deepEqual(decodeCommand(encodeCommand(command)), command);
});

test('a changed purchase stays between its ends, as when it was placed (fault 10)', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const { id: orderId } = buy(trader, by);
  const changed = (at: bigint, nth: number): string => {
    const clientId = parseClientId(`modify-000${nth}`);
    assert.ok(clientId);
    const modify = { type: 'order.modify', accountId: by, clientId, contentHash: 'price' } as const;
    return codeOf(trader.apply({ ...modify, orderId, priceLimit: price(at) }));
  };
  assert.equal(changed(6_300_000n, 1), 'TP_SL_SIDE');
  assert.equal(changed(5_700_000n, 2), 'TP_SL_SIDE');
  assert.equal(changed(5_710_000n, 3), 'order');
  assert.equal(changed(6_290_000n, 4), 'order');
});

test('a fill of before has its ends as before (fault 11)', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(BTC_USDT, { asks: [[6_000_000n, 3n * PART]] });
  const command = trader.command('buy', BTC_USDT, {
    by,
    at: 6_000_000n,
    size: PART,
    conditions: { bracket: FIXED },
  });
  const sequence = trader.state.lastSequence + 1;
  apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion: RULES_VERSION_FIRST });
  assert.deepEqual(openOf(trader, by), []);
});

/** A sale that falls through a bid above the gain, and then fills the purchase of a bracket. */
function falls(trader: Trader, rulesVersion?: number): { by: AccountId; purchase: Order } {
  const [by, other, seller] = [trader.open(1), trader.open(2), trader.open(3)];
  orderOf(trader.buy(BTC_USDT, { by: other, at: 6_310_000n, size: PART }));
  const purchase = buy(trader, by);
  const command = trader.command('sell', BTC_USDT, { by: seller, at: 6_000_000n, size: 2n * PART });
  const sequence = trader.state.lastSequence + 1;
  const sequenced = { sequence, atMs: trader.atMs, command };
  apply(trader.state, rulesVersion === undefined ? sequenced : { ...sequenced, rulesVersion });
  return { by, purchase };
}

test('an end hears no print of before it: a fall from above the gain leaves both of its legs', () => {
  const trader = new Trader();
  const { by, purchase } = falls(trader);
  const end = endOf(trader, by);
  assert.deepEqual([end.state.name, end.conditions?.triggeredAtMs, end.quantity], ['new', undefined, PART]);
  assert.ok(end.conditions?.otherLeg);
  holds(trader);
  trader.apply({ type: 'order.cancel', accountId: by, orderId: purchase.id });
  const { changes } = prints(trader, 5_690_000n, [[5_680_000n, PART]]);
  assert.deepEqual(
    changes.fills.map(({ price: at, quantity: size }) => [at, size]),
    [[5_680_000n, PART]],
    'and the stop protects',
  );
});

test('nor does it in steps, wherever a restart cuts them; the prints from its own on it hears', () => {
  for (const isCut of [false, true]) {
    const trader = new Trader();
    trader.apply({ type: 'rules.set', stepMax: 1 });
    const { by } = falls(trader);
    const waits = trader.open(4);
    const low = orderOf(trader.buy(BTC_USDT, { by: waits, at: 5_650_000n, size: PART }));
    assert.equal(low.state.name === 'new' && low.state.waitsFor, 'turn');
    for (let steps = 0; openSweepsOf(trader.state).length > 0; steps += 1) {
      if (isCut) holds(trader);
      if (isCut) trader.state = reload(trader.state);
      assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
      assert.ok(trader.apply({ type: 'sweep.step' }).journaled && steps < 30);
    }
    assert.equal(endOf(trader, by).conditions?.triggeredAtMs, undefined);
    const seller = trader.open(5);
    trader.sell(BTC_USDT, { by: seller, at: 5_650_000n, size: 3n * PART });
    while (openSweepsOf(trader.state).length > 0) {
      if (isCut) trader.state = reload(trader.state);
      trader.apply({ type: 'sweep.step' });
    }
    assert.deepEqual(openOf(trader, by), [], 'bought to the end, and ended by the stop');
    holds(trader);
  }
});

test('a command of before lets an end hear what its taker printed before it', () => {
  const trader = new Trader();
  const { by } = falls(trader, RULE_CHANGES.indexOf('endsFromTheirFill'));
  assert.ok(endOf(trader, by).conditions?.triggeredAtMs !== undefined);
});
