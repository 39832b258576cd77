import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Holdings } from '#domains/balance/positions.ts';
import type { BalanceRow } from '#domains/balance/store.ts';
import { Today, todayTotal } from '#domains/balance/today.ts';
import type { TodayFacts } from '#domains/balance/today-facts.ts';
import { lastPrice, valueAt } from '#domains/balance/valuation.ts';
import { openTrader } from '#domains/orders/test-trader.ts';

/** The parts of a gain at prices of one moment: nothing here waits, so that no tick comes between. */
const { market } = (await openTrader()).app;
const today = new Today(market);
const listed = (base: string, quote: string) =>
  market.listings().find(({ baseAsset, quoteAsset }) => baseAsset === base && quoteAsset === quote);
const pair = listed('USDT', 'INR') ?? assert.fail('tether is traded in rupees');
/** A coin that is counted in rupees by way of tether, because it has no price in them. */
const coin =
  market.listings().find((one) => one.quoteAsset === 'USDT' && listed(one.baseAsset, 'INR') === undefined) ??
  assert.fail('some coin is traded in tether alone');
const rate = () => lastPrice(market, pair);

const TETHER = 1_000_00000000n;
const tether = (units: bigint): BalanceRow => ({
  wallet: 'spot',
  asset_id: 'USDT',
  available: units / 2n,
  held: units / 4n,
  unsettled: units - units / 2n - units / 4n,
});

/** An account of yesterday, with the prices at which the day began. */
function holdings(
  closes: readonly (readonly [id: string, price: bigint])[],
  of: Partial<Holdings> & { readonly facts?: Partial<TodayFacts> },
): Holdings {
  const { facts, ...rows } = of;
  return {
    balances: [],
    positions: [],
    lots: [],
    ...rows,
    today: {
      dayStartMs: 0,
      isFirstDay: false,
      traded: [],
      withinDay: [],
      dividends: new Map(),
      came: new Map(),
      closes: new Map(closes),
      ...facts,
    },
  };
}

const NOTHING = { held: 0n, sold: 0n, intraday: 0n, dividends: 0n, currency: 0n };

test('tether of yesterday gains by its rate alone, and what came today by nothing', () => {
  const close = rate() - 125n;
  const gain = valueAt(pair, TETHER, rate()) - valueAt(pair, TETHER, close);
  const of = { balances: [tether(TETHER)] };
  assert.deepEqual(today.inRupees(holdings([[pair.instrumentId, close]], of)), {
    ...NOTHING,
    currency: gain,
  });
  const came = holdings([[pair.instrumentId, close]], {
    ...of,
    facts: { came: new Map([['USDT', TETHER]]) },
  });
  assert.deepEqual(today.inRupees(came), NOTHING);
  const first = holdings([[pair.instrumentId, close]], { ...of, facts: { isFirstDay: true } });
  assert.deepEqual(today.inRupees(first), NOTHING);
});

test('of a coin the gain of its price is told at the rate of now, and the gain of the rate beside it', () => {
  const [close, before] = [rate() - 125n, lastPrice(market, coin) - 3n];
  const position = {
    instrument_id: coin.instrumentId,
    quantity: 5_000_00000000n,
    cost: 1n,
    profit_realised: 0n,
  };
  const all = holdings(
    [
      [pair.instrumentId, close],
      [coin.instrumentId, before],
    ],
    { positions: [position] },
  );
  const [now, then] = [
    valueAt(coin, position.quantity, lastPrice(market, coin)),
    valueAt(coin, position.quantity, before),
  ];
  const held = valueAt(pair, now - then, rate());
  const whole = valueAt(pair, now, rate()) - valueAt(pair, then, close);
  const parts = today.inRupees(all);
  assert.deepEqual(parts, { ...NOTHING, held, currency: whole - held });
  assert.equal(todayTotal(parts), whole, 'what it is worth now less what it was worth at the close');
});

test('a dividend is a part of its own, in rupees to the paisa and in tether toward zero', () => {
  const all = holdings([[pair.instrumentId, rate()]], { facts: { dividends: new Map([['INR', 12_34n]]) } });
  assert.deepEqual(today.inRupees(all), { ...NOTHING, dividends: 12_34n });
  const inTether = today.in('USDT', all);
  const units = (12_34n * 10n ** BigInt(pair.baseScale + pair.priceScale - pair.quoteScale)) / rate();
  assert.deepEqual(inTether, { ...NOTHING, dividends: units });
});

test('taka counts at its published rate: what was there has no gain, and its dividend is rupees', () => {
  const had: BalanceRow = { ...tether(500_00n), wallet: 'stock', asset_id: 'BDT' };
  const facts = { dividends: new Map([['BDT', 100_00n]]) };
  const paise = ((market.currencyRate('BDT')?.price ?? 0n) * 100_00n) / 10_000n;
  assert.ok(paise > 0n);
  const all = holdings([[pair.instrumentId, rate()]], { balances: [had], facts });
  assert.deepEqual(today.inRupees(all), { ...NOTHING, dividends: paise });
});
