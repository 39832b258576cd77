import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkInvariants } from '#invariants.ts';
import type { Order } from '#order.ts';
import type { Applied } from '#outcome.ts';
import { type Ask, codeOf, Desk, orderOf } from '#simulation/desk.ts';
import { reload } from '#simulation/reload.ts';
import { ARUNA, INR } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, type OrderId, parseClientId, price, quantity } from '#values/index.ts';

/* Orders within the day that wait, hide a part or end by the clock, and changes of them. */

const STOCK_CASH = { wallet: 'stock', asset: INR } as const;

function dayDesk(): { desk: Desk; by: AccountId } {
  const desk = new Desk();
  const by = desk.open(1);
  quoteAt(desk, 50_000n);
  take(desk, 50_000n);
  return { desk, by };
}

function quoteAt(desk: Desk, at: bigint): void {
  desk.quote(ARUNA, { bids: [[at - 100n, 500n]], asks: [[at, 500n]] });
}

/** The house trades with itself. */
function take(desk: Desk, at: bigint, side: 'buy' | 'sell' = 'buy'): Applied {
  const priceLimit = price(at);
  return desk.apply({
    type: 'house.take',
    instrumentId: ARUNA.id,
    lane: 'demo',
    side,
    priceLimit,
    quantity: quantity(1n),
  });
}

const within = (ask: Omit<Ask, 'product'>): Ask => ({ ...ask, product: 'intraday' });
const stop = (ask: Omit<Ask, 'product' | 'special'> & { trigger: bigint }): Ask => {
  const { trigger, ...rest } = ask;
  const orderType = ask.at === undefined ? 'stopMarket' : 'stopLimit';
  return within({ ...rest, orderType, special: { priceTrigger: price(trigger) } });
};

let changes = 0;
function modify(
  desk: Desk,
  of: { by: AccountId; id: OrderId },
  change: { quantity?: bigint; at?: bigint; trigger?: bigint },
): Applied {
  changes += 1;
  const clientId = parseClientId(`change-${String(changes).padStart(4, '0')}`);
  assert.ok(clientId !== undefined);
  const { quantity: size, at, trigger } = change;
  return desk.apply({
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
  const { desk, by } = dayDesk();
  desk.buy(ARUNA, within({ by, size: 40n }));
  const held = desk.balance({ by, ...STOCK_CASH, bucket: 'held' });
  const order = orderOf(desk.sell(ARUNA, stop({ by, size: 40n, at: 49_500n, trigger: 49_700n })));
  assert.deepEqual([order.state.name, order.intraday?.isClosing], ['new', true]);
  assert.ok(heldBy(order) < held / 100n, 'its charges alone');
  assert.equal(codeOf(desk.sell(ARUNA, stop({ by, size: 1n, trigger: 49_700n }))), 'INSUFFICIENT_HOLDINGS');
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: true }), []);
  assert.equal(stateHash(reload(desk.state)), stateHash(desk.state));
  quoteAt(desk, 49_800n);
  const fired = take(desk, 49_700n, 'sell');
  assert.equal(fired.changes.orders.find(({ id }) => id === order.id)?.state.name, 'completed');
  assert.equal(desk.state.accountSide.accounts.get(by)?.holdings.intraday.get(ARUNA.id)?.row.quantity, 0n);
  assert.equal(desk.balance({ by, ...STOCK_CASH, bucket: 'held' }), 0n);
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: true }), []);
});

test('a stop that opens sets its margin aside at the dearest price it can fill at', () => {
  const { desk, by } = dayDesk();
  const size = 40n;
  const sale = orderOf(desk.sell(ARUNA, stop({ by, size, at: 48_000n, trigger: 49_700n })));
  assert.ok(heldBy(sale) >= (size * 49_700n) / 5n, 'a sale at its trigger, not at its limit');
  const bought = orderOf(desk.buy(ARUNA, stop({ by, size, trigger: 50_500n })));
  assert.ok(heldBy(bought) >= (size * bought.priceLimit) / 5n);
});

test('squaring off ends what waits with what rests', () => {
  const { desk, by } = dayDesk();
  desk.buy(ARUNA, within({ by, size: 40n }));
  const waiting = orderOf(desk.sell(ARUNA, stop({ by, size: 40n, trigger: 49_700n })));
  const { changes: closed } = desk.apply({ type: 'intraday.close', accountId: by, instrumentId: ARUNA.id });
  const ended = closed.orders.find(({ id }) => id === waiting.id);
  assert.equal(ended?.state.name === 'cancelled' && ended.state.cause, 'squareOff');
  const [closing] = closed.orders.filter(({ intraday }) => intraday?.isSquareOff === true);
  assert.equal(closing?.state.name, 'completed');
});

test('an iceberg and an order of some minutes are taken within the day; what outlives the day is not', () => {
  const { desk, by } = dayDesk();
  const at = 49_000n;
  const iceberg = desk.buy(ARUNA, within({ by, at, size: 40n, special: { quantityShown: quantity(10n) } }));
  assert.equal(codeOf(iceberg), 'order');
  const minutes = within({ by, at, size: 1n, validity: 'ttl', special: { ttlMinutes: 5 } });
  assert.equal(codeOf(desk.buy(ARUNA, minutes)), 'order');
  assert.equal(codeOf(desk.buy(ARUNA, within({ by, at: 50_000n, size: 1n, validity: 'ioc' }))), 'order');
  const gtt = { gtt: true, priceTrigger: price(at) } as const;
  assert.equal(
    codeOf(desk.buy(ARUNA, within({ by, at, size: 1n, validity: 'gtd', special: gtt }))),
    'TYPE_NOT_ALLOWED',
  );
  const later = within({ by, at, size: 1n, special: { afterMarket: true } });
  assert.equal(codeOf(desk.buy(ARUNA, later)), 'TYPE_NOT_ALLOWED');
});

test('a change sets the margin of the rest aside anew: more for more, less for less', () => {
  const { desk, by } = dayDesk();
  const { id, ...first } = orderOf(desk.buy(ARUNA, within({ by, at: 49_000n, size: 40n })));
  const more = orderOf(modify(desk, { by, id }, { quantity: 80n }));
  assert.ok(heldBy(more) > heldBy({ ...first, id }) * 2n - 100n && heldBy(more) >= (80n * 49_000n) / 5n);
  const less = orderOf(modify(desk, { by, id }, { quantity: 20n }));
  assert.ok(heldBy(less) < heldBy(more) / 3n && heldBy(less) >= (20n * 49_000n) / 5n);
  assert.equal(desk.balance({ by, ...STOCK_CASH, bucket: 'held' }), heldBy(less));
  assert.equal(codeOf(modify(desk, { by, id }, { quantity: 10_204n })), 'INSUFFICIENT_FUNDS');
  const moved = orderOf(modify(desk, { by, id }, { quantity: 600n, at: 50_000n }));
  assert.deepEqual([moved.state.name, moved.quantityFilled], ['partial', 499n]);
  const rest = orderOf(modify(desk, { by, id }, { quantity: 550n }));
  assert.ok(heldBy(rest) >= (51n * 50_000n) / 5n && heldBy(rest) < (60n * 50_000n) / 5n, 'of its rest alone');
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: true }), []);
});

test('no change lets orders close more than is open', () => {
  const { desk, by } = dayDesk();
  const opening = orderOf(desk.sell(ARUNA, within({ by, at: 51_000n, size: 5n })));
  desk.buy(ARUNA, within({ by, size: 20n }));
  const { id } = orderOf(desk.sell(ARUNA, stop({ by, size: 10n, trigger: 49_700n })));
  assert.equal(codeOf(modify(desk, { by, id }, { quantity: 16n })), 'INSUFFICIENT_HOLDINGS');
  assert.equal(codeOf(modify(desk, { by, id }, { quantity: 15n, trigger: 49_600n })), 'order');
  assert.equal(codeOf(modify(desk, { by, id: opening.id }, { quantity: 6n })), 'INSUFFICIENT_HOLDINGS');
  assert.equal(codeOf(modify(desk, { by, id: opening.id }, { quantity: 4n })), 'order');
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: true }), []);
});
