import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkInvariants } from '#invariants/check.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { reload } from '#simulation/reload.ts';
import { type Ask, codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, INR, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, type OrderId, parseClientId, price, quantity } from '#values/index.ts';

/* Orders within the day that wait, hide a part or end by the clock, and changes of them. */

const STOCK_CASH = { wallet: 'stock', asset: INR } as const;

function dayTrader(): { trader: Trader; by: AccountId } {
  const trader = new Trader();
  const by = trader.open(1);
  quoteAt(trader, 50_000n);
  take(trader, 50_000n);
  return { trader, by };
}

function quoteAt(trader: Trader, at: bigint): void {
  trader.quote(ARUNA, { bids: [[at - 100n, 500n]], asks: [[at, 500n]] });
}

/** The market maker trades with itself. */
function take(trader: Trader, at: bigint, side: 'buy' | 'sell' = 'buy'): Applied {
  const priceLimit = price(at);
  return trader.apply({
    type: 'marketMaker.take',
    instrumentId: ARUNA.id,
    environment: 'demo',
    side,
    priceLimit,
    quantity: quantity(1n),
  });
}

const within = (ask: Omit<Ask, 'product'>): Ask => ({ ...ask, product: 'intraday' });
const stop = (ask: Omit<Ask, 'product' | 'conditions'> & { trigger: bigint }): Ask => {
  const { trigger, ...rest } = ask;
  const orderType = ask.at === undefined ? 'stopMarket' : 'stopLimit';
  return within({ ...rest, orderType, conditions: { priceTrigger: price(trigger) } });
};

let changes = 0;
function modify(
  trader: Trader,
  of: { by: AccountId; id: OrderId },
  change: { quantity?: bigint; at?: bigint; trigger?: bigint },
): Applied {
  changes += 1;
  const clientId = parseClientId(`change-${String(changes).padStart(4, '0')}`);
  assert.ok(clientId !== undefined);
  const { quantity: size, at, trigger } = change;
  return trader.apply({
    type: 'order.modify',
    accountId: of.by,
    clientId,
    contentHash: 'change',
    orderId: of.id,
    ...(size !== undefined && { quantity: quantity(size) }),
    ...(at !== undefined && { priceLimit: price(at) }),
    ...(trigger !== undefined && { priceTrigger: price(trigger) }),
  });
}

const heldBy = ({ state }: Order): bigint => ('held' in state ? state.held : 0n);

test('a stop closes what is open within the day when the price reaches it, and needs no margin of its own', () => {
  const { trader, by } = dayTrader();
  trader.buy(ARUNA, within({ by, size: 40n }));
  const held = trader.balance({ by, ...STOCK_CASH, bucket: 'held' });
  const order = orderOf(trader.sell(ARUNA, stop({ by, size: 40n, at: 49_500n, trigger: 49_700n })));
  assert.deepEqual([order.state.name, order.productTerms?.isClosing], ['new', true]);
  assert.ok(heldBy(order) < held / 100n, 'its charges alone');
  assert.equal(codeOf(trader.sell(ARUNA, stop({ by, size: 1n, trigger: 49_700n }))), 'INSUFFICIENT_HOLDINGS');
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
  quoteAt(trader, 49_800n);
  const triggered = take(trader, 49_700n, 'sell');
  assert.equal(triggered.changes.orders.find(({ id }) => id === order.id)?.state.name, 'completed');
  assert.equal(trader.state.accountSide.accounts.get(by)?.holdings.intraday.get(ARUNA.id)?.row.quantity, 0n);
  assert.equal(trader.balance({ by, ...STOCK_CASH, bucket: 'held' }), 0n);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
});

test('a stop that opens sets its margin aside at the dearest price it can fill at', () => {
  const { trader, by } = dayTrader();
  const size = 40n;
  const sale = orderOf(trader.sell(ARUNA, stop({ by, size, at: 48_000n, trigger: 49_700n })));
  assert.ok(heldBy(sale) >= (size * 49_700n) / 5n, 'a sale at its trigger, not at its limit');
  const bought = orderOf(trader.buy(ARUNA, stop({ by, size, trigger: 50_500n })));
  assert.ok(heldBy(bought) >= (size * bought.priceLimit) / 5n);
});

test('a sale in an auction sets its margin aside at the top of the band, whatever its limit', () => {
  const { trader, by } = dayTrader();
  const phases = { auction: 'preOpen', average: 'preOpen' } as const;
  trader.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases } });
  const { priceHigh } = ARUNA.band ?? assert.fail('it has a band');
  const size = 40n;
  const sale = orderOf(trader.sell(ARUNA, within({ by, size, at: 45_000n })));
  assert.ok(heldBy(sale) >= (size * priceHigh) / 5n, 'the auction may pay that much');
  const bought = orderOf(trader.buy(ARUNA, within({ by: trader.open(2), size, at: 45_000n })));
  assert.ok(heldBy(bought) < (size * 46_000n) / 5n, 'a purchase never costs more than its limit');
});

test('squaring off ends what waits with what rests', () => {
  const { trader, by } = dayTrader();
  trader.buy(ARUNA, within({ by, size: 40n }));
  const waiting = orderOf(trader.sell(ARUNA, stop({ by, size: 40n, trigger: 49_700n })));
  const { changes: closed } = trader.apply({ type: 'intraday.close', accountId: by, instrumentId: ARUNA.id });
  const ended = closed.orders.find(({ id }) => id === waiting.id);
  assert.equal(ended?.state.name === 'cancelled' && ended.state.cause, 'squareOff');
  const [closing] = closed.orders.filter(({ agent }) => agent === 'squareOff');
  assert.equal(closing?.state.name, 'completed');
});

test('an iceberg and an order of some minutes are taken within the day; what outlives the day is not', () => {
  const { trader, by } = dayTrader();
  const at = 49_000n;
  const iceberg = trader.buy(
    ARUNA,
    within({ by, at, size: 40n, conditions: { quantityShown: quantity(10n) } }),
  );
  assert.equal(codeOf(iceberg), 'order');
  const minutes = within({ by, at, size: 1n, validity: 'ttl', conditions: { ttlMinutes: 5 } });
  assert.equal(codeOf(trader.buy(ARUNA, minutes)), 'order');
  assert.equal(codeOf(trader.buy(ARUNA, within({ by, at: 50_000n, size: 1n, validity: 'ioc' }))), 'order');
  const gtt = { gtt: true, priceTrigger: price(at) } as const;
  assert.equal(
    codeOf(trader.buy(ARUNA, within({ by, at, size: 1n, validity: 'gtd', conditions: gtt }))),
    'TYPE_NOT_ALLOWED',
  );
  const later = within({ by, at, size: 1n, conditions: { afterMarket: true } });
  assert.equal(codeOf(trader.buy(ARUNA, later)), 'TYPE_NOT_ALLOWED');
});

test('a change sets the margin of the rest aside anew: more for more, less for less', () => {
  const { trader, by } = dayTrader();
  const { id, ...first } = orderOf(trader.buy(ARUNA, within({ by, at: 49_000n, size: 40n })));
  const more = orderOf(modify(trader, { by, id }, { quantity: 80n }));
  assert.ok(heldBy(more) > heldBy({ ...first, id }) * 2n - 100n && heldBy(more) >= (80n * 49_000n) / 5n);
  const less = orderOf(modify(trader, { by, id }, { quantity: 20n }));
  assert.ok(heldBy(less) < heldBy(more) / 3n && heldBy(less) >= (20n * 49_000n) / 5n);
  assert.equal(trader.balance({ by, ...STOCK_CASH, bucket: 'held' }), heldBy(less));
  assert.equal(codeOf(modify(trader, { by, id }, { quantity: 10_204n })), 'INSUFFICIENT_FUNDS');
  const moved = orderOf(modify(trader, { by, id }, { quantity: 600n, at: 50_000n }));
  assert.deepEqual([moved.state.name, moved.quantityFilled], ['partial', 499n]);
  const rest = orderOf(modify(trader, { by, id }, { quantity: 550n }));
  assert.ok(heldBy(rest) >= (51n * 50_000n) / 5n && heldBy(rest) < (60n * 50_000n) / 5n, 'of its rest alone');
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
});

test('no change lets orders close more than is open', () => {
  const { trader, by } = dayTrader();
  const opening = orderOf(trader.sell(ARUNA, within({ by, at: 51_000n, size: 5n })));
  trader.buy(ARUNA, within({ by, size: 20n }));
  const { id } = orderOf(trader.sell(ARUNA, stop({ by, size: 10n, trigger: 49_700n })));
  assert.equal(codeOf(modify(trader, { by, id }, { quantity: 16n })), 'INSUFFICIENT_HOLDINGS');
  assert.equal(codeOf(modify(trader, { by, id }, { quantity: 15n, trigger: 49_600n })), 'order');
  assert.equal(codeOf(modify(trader, { by, id: opening.id }, { quantity: 6n })), 'INSUFFICIENT_HOLDINGS');
  assert.equal(codeOf(modify(trader, { by, id: opening.id }, { quantity: 4n })), 'order');
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
});
