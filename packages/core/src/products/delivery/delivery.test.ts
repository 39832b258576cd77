import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '#model/order.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import {
  ARUNA,
  BHUMI,
  GRANTS,
  INR,
  START,
  STOCK_CHARGES,
  STOCK_CHARGES_LATER,
  sessionOfDay,
} from '#simulation/world.ts';
import {
  accountId,
  amount,
  assetId,
  DAY_MS,
  instantMs,
  instrumentId,
  price,
  quantity,
  rate,
} from '#values/index.ts';

const shares = { wallet: 'stock', asset: ARUNA.baseAsset } as const;
const rupees = { wallet: 'stock', asset: INR } as const;

test('a purchase of one lakh costs 1,18.74 more, and its shares wait for the next trading day', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 1_000n]] });
  const before = trader.balance({ by, ...rupees });
  const applied = trader.buy(ARUNA, { by, size: 200n });
  const order = orderOf(applied);
  assert.equal(order.state.name, 'completed');
  assert.equal(before - trader.balance({ by, ...rupees }), 100_000_00n + 118_74n);
  assert.equal(trader.balance({ by, ...rupees, bucket: 'held' }), 0n);
  assert.equal(trader.house('demo', 'NSE_SIM', INR), 100_000_00n);
  assert.equal(trader.house('demo', 'NSE_SIM', ARUNA.baseAsset), -200n);
  assert.equal(trader.house('demo', 'securitiesTax', INR), 100_00n);
  assert.equal(trader.house('real', 'NSE_SIM', INR), 0n);
  assert.equal(trader.balance({ by, ...shares, bucket: 'unsettled' }), 200n);
  assert.equal(applied.changes.lots[0]?.costLeft, 100_000_00n + 118_74n);
  for (const charge of applied.changes.postings.filter(({ kind }) => kind === 'charge')) {
    assert.ok(charge.chargeName && charge.ruleVersion === order.ruleVersion);
  }

  assert.equal(codeOf(trader.sell(ARUNA, { by, at: 50_000n, size: 700n })), 'HOLDINGS_UNSETTLED');
  trader.atMs = instantMs(START + DAY_MS);
  assert.equal(codeOf(trader.sell(ARUNA, { by, at: 50_000n, size: 701n })), 'INSUFFICIENT_HOLDINGS');
  assert.equal(trader.balance({ by, ...shares, bucket: 'unsettled' }), 200n, 'a refusal settles nothing');
  assert.equal(orderOf(trader.sell(ARUNA, { by, at: 50_000n, size: 700n })).state.name, 'open');
  assert.equal(trader.balance({ by, ...shares, bucket: 'unsettled' }), 0n);
});

test('a share is charged by the version of its currency, from a wallet of that currency', () => {
  const trader = new Trader();
  const taka = assetId('BDT');
  const padma = {
    ...ARUNA,
    id: instrumentId('NSE_SIM:PADMA'),
    symbol: 'PADMA',
    baseAsset: assetId('EQ:PADMA'),
    quoteAsset: taka,
  } as const;
  trader.apply({ type: 'instrument.set', instrument: padma });
  const own = { currency: taka, brokerageRate: rate(400_000n), securitiesTaxUnit: amount(1n) } as const;
  const charges = { ...STOCK_CHARGES, version: 'taka', ...own };
  const { securitiesTaxUnit: _unit, ...unitless } = charges;
  assert.throws(() => trader.apply({ type: 'rules.set', stockCharges: unitless }), /name the unit/);
  assert.throws(
    () => trader.apply({ type: 'rules.set', stockCharges: { ...charges, version: STOCK_CHARGES.version } }),
    /of one currency/,
  );
  trader.apply({ type: 'rules.set', stockCharges: charges });
  const by = accountId(1);
  const cash = { wallet: 'stock', assetId: taka, amount: amount(1_000_000_00n) } as const;
  const grants = { cash: [...GRANTS.cash, cash], shares: [] };
  trader.apply({ type: 'account.open', accountId: by, environment: 'demo', grants });
  trader.quote(padma, { asks: [[50_000n, 1_000n]] });
  trader.quote(ARUNA, { asks: [[50_000n, 1_000n]] });
  const inRupees = trader.balance({ by, ...rupees });

  const bought = orderOf(trader.buy(padma, { by, size: 200n }));
  assert.deepEqual([bought.state.name, bought.ruleVersion], ['completed', 'taka']);
  // The brokerage of 0.4 % and the 18 % on it, beside what a purchase in rupees costs.
  const cost = 100_000_00n + 118_74n + 400_00n + 72_00n;
  assert.equal(trader.balance({ by, wallet: 'stock', asset: taka }), cash.amount - cost);
  assert.equal(trader.house('demo', 'brokerage', taka), 400_00n);
  assert.equal(trader.balance({ by, ...rupees }), inRupees);

  const other = orderOf(trader.buy(ARUNA, { by, size: 200n }));
  assert.equal(other.ruleVersion, STOCK_CHARGES.version);
  trader.apply({ type: 'rules.set', stockCharges: STOCK_CHARGES_LATER });
  assert.equal(orderOf(trader.buy(padma, { by, size: 1n })).ruleVersion, 'taka');
  assert.equal(codeOf(trader.buy(padma, { by, at: 50_000n, size: 2_000n })), 'INSUFFICIENT_FUNDS');
});

test('of a sale’s proceeds 80 % are usable at once, charges come out of them, the depository is paid once a day', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[50_000n, 10_000n]] });
  const before = trader.balance({ by, ...rupees });
  trader.sell(ARUNA, { by, size: 200n });
  const net = 100_000_00n - 119_08n;
  const usable = (net * 80n) / 100n;
  assert.equal(trader.balance({ by, ...rupees }), before + usable);
  assert.equal(trader.balance({ by, ...rupees, bucket: 'unsettled' }), net - usable);

  const second = orderOf(trader.sell(ARUNA, { by, size: 200n }));
  assert.equal(second.charges['depositoryCharge'], undefined);
  trader.atMs = instantMs(START + DAY_MS);
  trader.apply({ type: 'rules.set', session: sessionOfDay(1) });
  const third = orderOf(trader.sell(ARUNA, { by, size: 1n }));
  assert.equal(third.charges['depositoryCharge'], 15_34n);
  trader.apply({ type: 'lots.settle', accountId: by });
  trader.atMs = instantMs(START + 2 * DAY_MS);
  trader.apply({ type: 'lots.settle', accountId: by });
  assert.equal(trader.balance({ by, ...rupees, bucket: 'unsettled' }), 0n);
});

test('at the edge of a day each trade is of its own day, also while the news of the new one is still to come', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const midnight = START + DAY_MS;
  orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 20n }));
  const cross = (atMs: number) => {
    trader.atMs = instantMs(atMs);
    trader.quote(ARUNA, { bids: [[51_000n, 5n]] });
    const sold = trader.sell(ARUNA, { by, size: 5n });
    const take = {
      type: 'marketMaker.take',
      instrumentId: ARUNA.id,
      environment: 'demo',
      side: 'sell',
    } as const;
    trader.quote(ARUNA, {});
    const filled = trader.apply({ ...take, priceLimit: price(50_000n), quantity: quantity(5n) });
    const proceeds = sold.changes.lots.find(({ kind, settled }) => kind === 'proceeds' && !settled);
    const bought = filled.changes.lots.find(({ kind }) => kind === 'shares');
    return {
      bought: bought?.usableAtMs,
      proceeds: [proceeds?.usableAtMs, proceeds?.withdrawableAtMs],
      depository: orderOf(sold).charges['depositoryCharge'],
    };
  };
  const of = (day: number, depository: bigint | undefined) => {
    const { settlesAtMs, proceedsUsableAtMs, proceedsWithdrawableAtMs } = sessionOfDay(day);
    const proceeds = [proceedsUsableAtMs, proceedsWithdrawableAtMs];
    return { bought: settlesAtMs.oneDay, proceeds, depository };
  };
  assert.deepEqual(cross(midnight - 1), of(0, 15_34n));
  assert.deepEqual(cross(midnight), of(1, 15_34n), 'the depository is due again');
  trader.apply({ type: 'rules.set', session: sessionOfDay(1) });
  assert.deepEqual(cross(midnight + 1), of(1, undefined), 'and once, whatever told the day');
});

test('shares leave first in, first out, and the profit is proceeds less charges less what they cost', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[50_000n, 10_000n]], asks: [[50_005n, 10_000n]] });
  const bought = orderOf(trader.buy(ARUNA, { by, size: 100n }));
  trader.atMs = instantMs(START + DAY_MS);
  const { changes } = trader.sell(ARUNA, { by, size: 550n });
  const [position] = changes.positions;
  const [sold] = changes.orders;
  assert.ok(position && sold);
  const chargesOf = ({ charges }: Order) =>
    Object.values(charges).reduce((sum: bigint, one) => sum + one, 0n);
  const lotCost = 100n * 50_005n + chargesOf(bought);
  assert.equal(position.quantity, 50n);
  assert.equal(position.cost, lotCost - lotCost / 2n, 'half of the second lot is left');
  const costOut = 240_000_00n + lotCost / 2n;
  assert.equal(position.profitRealised, 550n * 50_000n - chargesOf(sold) - costOut);
});

test('charges of an order do not depend on how it was filled', () => {
  const whole = new Trader();
  const parts = new Trader();
  const buyers = [whole, parts].map((trader) => trader.open(1));
  const [one, other] = buyers;
  assert.ok(one && other);
  whole.quote(ARUNA, { asks: [[50_000n, 101n]] });
  const atOnce = orderOf(whole.buy(ARUNA, { by: one, at: 50_000n, size: 101n }));
  const resting = orderOf(parts.buy(ARUNA, { by: other, at: 50_000n, size: 101n }));
  for (let share = 0; share < 101; share += 1) parts.quote(ARUNA, { asks: [[50_000n, 1n]] });
  const charges = parts.state.accountSide.accounts.get(other)?.orders.size;
  assert.equal(charges, 0, 'the resting order was filled whole');
  assert.equal(parts.balance({ by: other, ...rupees }), whole.balance({ by: one, ...rupees }));
  assert.equal(resting.state.name, 'open');
  assert.equal(atOnce.state.name, 'completed');
});

test('a tiny fill pays what it can, and the next fill the rest', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.apply({ type: 'instrument.set', instrument: { ...BHUMI, lockDays: 1 } });
  const { id } = orderOf(trader.sell(BHUMI, { by, at: 100n, size: 600n }));
  const take = (size: bigint) => trader.quote(BHUMI, { bids: [[100n, size]] });
  const first = take(1n);
  assert.deepEqual(first.changes.orders[0]?.charges, { depositoryCharge: 100n });
  take(10n);
  take(498n - 11n);
  const jump = take(2n);
  assert.equal(jump.changes.orders[0]?.id, id);
  assert.equal(
    jump.changes.orders[0]?.charges['securitiesTax'],
    100n,
    'the rupee that the 500th rupee brings is paid',
  );
  const last = take(100n);
  assert.equal(last.changes.orders[0]?.charges['depositoryCharge'], 15_34n);
  assert.equal(last.changes.orders[0]?.state.name, 'completed');
});

test('a tiny first fill pays a part of the depository, the next sale the rest, and the day no more than the charge', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const { id } = orderOf(trader.sell(BHUMI, { by, at: 100n, size: 600n }));
  const first = trader.quote(BHUMI, { bids: [[100n, 1n]] });
  assert.deepEqual(first.changes.orders[0]?.charges, { depositoryCharge: 100n });
  trader.apply({ type: 'order.cancel', accountId: by, orderId: id });
  trader.quote(BHUMI, { bids: [[100n, 500n]] });
  const second = orderOf(trader.sell(BHUMI, { by, at: 100n, size: 200n }));
  assert.equal(second.charges['depositoryCharge'], 14_34n);
  const third = orderOf(trader.sell(BHUMI, { by, at: 100n, size: 200n }));
  assert.equal(third.charges['depositoryCharge'], undefined, 'once it is paid in full, it is paid');
});

test('an order that paid a part of the depository owes no more of it once another sale has paid the rest', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const { id } = orderOf(trader.sell(BHUMI, { by, at: 101n, size: 600n }));
  const first = trader.quote(BHUMI, { bids: [[101n, 1n]] });
  assert.deepEqual(first.changes.orders[0]?.charges, { depositoryCharge: 101n });
  trader.quote(BHUMI, { bids: [[100n, 500n]] });
  const whole = orderOf(trader.sell(BHUMI, { by, at: 100n, size: 200n }));
  assert.equal(whole.charges['depositoryCharge'], 14_33n);
  const rest = trader.quote(BHUMI, { bids: [[101n, 599n]] }).changes.orders.find((one) => one.id === id);
  assert.deepEqual([rest?.state.name, rest?.charges['depositoryCharge']], ['completed', 101n]);
});

test('parts of many tiny sales are one charge of the day, and the next day owes a whole one', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.apply({ type: 'instrument.set', instrument: { ...BHUMI, valueMin: amount(0n) } });
  const sellTiny = () => {
    trader.quote(BHUMI, { bids: [[100n, 6n]] });
    return orderOf(trader.sell(BHUMI, { by, at: 100n, size: 6n })).charges['depositoryCharge'];
  };
  assert.deepEqual([sellTiny(), sellTiny(), sellTiny(), sellTiny()], [6_00n, 6_00n, 3_34n, undefined]);
  trader.atMs = instantMs(START + DAY_MS);
  trader.apply({ type: 'rules.set', session: sessionOfDay(1) });
  assert.deepEqual([sellTiny(), sellTiny(), sellTiny(), sellTiny()], [6_00n, 6_00n, 3_34n, undefined]);
});

test('charges beyond the value of their fill come out of what the order brought before and is not usable yet', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(BHUMI, { bids: [[105n, 476n]] });
  const { id } = orderOf(trader.sell(BHUMI, { by, at: 95n, size: 477n }));
  const cash = () =>
    (['available', 'unsettled'] as const).map((bucket) => trader.balance({ by, ...rupees, bucket }));
  const before = cash();
  const { changes } = trader.quote(BHUMI, { bids: [[95n, 1n]] });
  const charges = changes.postings.filter(({ kind }) => kind === 'charge');
  assert.deepEqual(
    charges.map(({ from, amount, chargeName }) => ['bucket' in from && from.bucket, amount, chargeName]),
    [
      ['available', 95n, 'securitiesTax'],
      ['unsettled', 5n, 'securitiesTax'],
    ],
    'the 500th rupee brings a rupee of tax to a fill of 95 paise',
  );
  assert.deepEqual(cash(), [before[0], (before[1] ?? 0n) - 5n]);
  const lots = trader.state.accountSide.accounts.get(by)?.holdings.lots.get(INR) ?? [];
  assert.deepEqual(
    lots.map(({ row }) => [row.orderId, row.amountLeft]),
    [[id, before[1] === undefined ? 0n : before[1] - 5n]],
  );
});
