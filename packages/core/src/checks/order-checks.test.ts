import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instrument } from '#model/instrument.ts';
import type { Applied } from '#model/outcome.ts';
import type { RefusalCode } from '#model/refusal.ts';
import { type Ask, codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, BTC_USDT, REAL_CUSTOMERS, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import {
  type AccountId,
  accountId,
  amount,
  instrumentId,
  orderId,
  parseClientId,
  price,
  quantity,
} from '#values/index.ts';

/** A trader with one customer and quotes on both sides. */
function openTrader(): { trader: Trader; by: AccountId } {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[49_995n, 100n]], asks: [[50_000n, 100n]] });
  trader.quote(BTC_USDT, { bids: [[5_999_990n, 1_000_000n]], asks: [[6_000_000n, 1_000_000n]] });
  return { trader, by };
}

function set(trader: Trader, instrument: Instrument): void {
  trader.apply({ type: 'instrument.set', instrument });
}

type Given = (trader: Trader, by: AccountId) => Applied;
const buy =
  (instrument: Instrument, ask: Omit<Ask, 'by'>): Given =>
  (trader, by) =>
    trader.buy(instrument, { by, ...ask });

/** Each refusal of an order, in the order of rules 2.3. */
const REFUSALS: readonly (readonly [RefusalCode, Given])[] = [
  ['ACCOUNT_UNKNOWN', (trader) => trader.buy(ARUNA, { by: accountId(99), at: 50_000n, size: 1n })],
  [
    'ACCOUNT_FROZEN',
    (trader, by) => {
      trader.apply({ type: 'account.set', accountId: by, status: 'frozen', spotFeeTier: 0 });
      return trader.buy(ARUNA, { by, at: 50_000n, size: 1n });
    },
  ],
  ['INSTRUMENT_UNKNOWN', buy({ ...ARUNA, id: instrumentId('NSE_SIM:NOBODY') }, { at: 50_000n, size: 1n })],
  [
    'INSTRUMENT_NOT_LISTED',
    (trader, by) => {
      set(trader, { ...ARUNA, status: 'unlisted' });
      return trader.buy(ARUNA, { by, at: 50_000n, size: 1n });
    },
  ],
  [
    'INSTRUMENT_HALTED',
    (trader, by) => {
      set(trader, { ...ARUNA, status: 'halted' });
      return trader.buy(ARUNA, { by, at: 50_000n, size: 1n });
    },
  ],
  [
    'SESSION_CLOSED',
    (trader, by) => {
      trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
      return trader.buy(ARUNA, { by, at: 50_000n, size: 1n });
    },
  ],
  ['TYPE_NOT_ALLOWED', buy(ARUNA, { at: 50_000n, size: 1n, validity: 'postOnly' })],
  ['TYPE_NOT_ALLOWED', buy(ARUNA, { at: 50_000n, size: 1n, validity: 'gtc' })],
  ['TYPE_NOT_ALLOWED', buy(ARUNA, { size: 1n, orderType: 'limit' })],
  ['TYPE_NOT_ALLOWED', buy(ARUNA, { at: 50_000n, size: 1n, orderType: 'market' })],
  ['TYPE_NOT_ALLOWED', buy(BTC_USDT, { at: 6_000_000n, size: 10_000_000n, validity: 'day' })],
  ['TYPE_NOT_ALLOWED', buy(BTC_USDT, { size: 10_000_000n, validity: 'postOnly' })],
  ['TICK', buy(ARUNA, { at: 50_001n, size: 1n })],
  ['TICK', buy(ARUNA, { at: 0n, size: 1n })],
  ['LOT', buy(BTC_USDT, { at: 6_000_000n, size: 1n })],
  ['QUANTITY_MIN', buy(ARUNA, { at: 50_000n, size: 0n })],
  ['QUANTITY_MAX', buy(ARUNA, { at: 50_000n, size: 100_001n })],
  ['VALUE_MIN', buy(BTC_USDT, { at: 6_000_000n, size: 1_000n })],
  ['VALUE_MAX', buy(ARUNA, { at: 50_000n, size: 100_000n })],
  ['PRICE_BAND', buy(ARUNA, { at: 55_005n, size: 1n })],
  ['PRICE_BAND', buy(ARUNA, { at: 44_995n, size: 1n })],
  [
    'PRICE_BAND',
    (trader, by) => {
      set(trader, { ...BTC_USDT, valueMax: amount(10n ** 20n) });
      return trader.buy(BTC_USDT, { by, at: BTC_USDT.tickSize * (1n << 41n), size: 1_000n });
    },
  ],
  ['NO_LIQUIDITY', buy(BHUMI, { size: 200n })],
  ['WOULD_TAKE', buy(BTC_USDT, { at: 6_000_000n, size: 1_000_000n, validity: 'postOnly' })],
  ['INSUFFICIENT_FUNDS', buy(ARUNA, { at: 50_000n, size: 2_000n })],
  ['INSUFFICIENT_HOLDINGS', (trader, by) => trader.sell(ARUNA, { by, at: 50_000n, size: 501n })],
  [
    'HOLDINGS_UNSETTLED',
    (trader, by) => {
      trader.buy(ARUNA, { by, at: 50_000n, size: 10n });
      return trader.sell(ARUNA, { by, at: 50_000n, size: 501n });
    },
  ],
  [
    'OPEN_ORDERS_MAX',
    (trader, by) => {
      for (let count = 0; count < 200; count += 1) orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 1n }));
      return trader.buy(ARUNA, { by, at: 49_000n, size: 1n });
    },
  ],
];

for (const [code, given] of REFUSALS) {
  test(`an order is refused with ${code}, and nothing changes`, () => {
    const { trader, by } = openTrader();
    const applied = given(trader, by);
    assert.equal(codeOf(applied), code);
    assert.ok(Object.values(applied.changes).every((rows) => rows.length === 0));
    assert.ok(applied.journaled);
  });
}

test('a refusal leaves the state as it was', () => {
  const { trader, by } = openTrader();
  const before = stateHash(trader.state);
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 50_000n, size: 2_000n })), 'INSUFFICIENT_FUNDS');
  assert.equal(stateHash(trader.state), before);
});

test('of two reasons the one that is checked earlier wins', () => {
  const { trader, by } = openTrader();
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 50_001n, size: 100_001n })), 'TICK');
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 60_000n, size: 100_001n })), 'QUANTITY_MAX');
  const stop = { by, at: 50_300n, orderType: 'stopLimit' } as const;
  const offTick = { ...stop, size: 100_001n, conditions: { priceTrigger: price(50_201n) } };
  assert.equal(codeOf(trader.buy(ARUNA, offTick)), 'TICK', 'of the trigger as of the limit');
  const slow = { by, at: 101n, size: 1n, product: 'intraday' } as const;
  const { intradayMarginRate: _none, ...undated } = BHUMI;
  set(trader, { ...undated, tickSize: price(2n) });
  assert.equal(codeOf(trader.buy(BHUMI, slow)), 'TYPE_NOT_ALLOWED');
  const hidden = { quantityShown: quantity(1n) };
  const passive = { by, at: 6_000_000n, size: 1_000_000n, validity: 'postOnly', conditions: hidden } as const;
  assert.equal(codeOf(trader.buy(BTC_USDT, passive)), 'QUANTITY_SHOWN', 'before what the book says');
  trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 50_001n, size: 1n })), 'SESSION_CLOSED');
});

test('a refusal says what was met', () => {
  const { trader, by } = openTrader();
  const detailOf = ({ outcome }: Applied) => (outcome.ok ? undefined : outcome.refusal.detail);
  assert.deepEqual(detailOf(trader.buy(ARUNA, { by, at: 60_000n, size: 1n })), {
    priceLow: '450.00',
    priceHigh: '550.00',
  });
  assert.deepEqual(detailOf(trader.sell(ARUNA, { by, at: 50_000n, size: 501n })), {
    assetId: ARUNA.baseAsset,
    needed: '501',
    available: '500',
  });
  trader.buy(ARUNA, { by, at: 50_000n, size: 10n });
  const { usableAtMs } = detailOf(trader.sell(ARUNA, { by, at: 50_000n, size: 501n })) ?? {};
  assert.equal(usableAtMs, String(sessionOfDay(0).settlesAtMs.oneDay));
});

test('the same client id with the same content gets the first answer again; with other content it is refused', () => {
  const { trader, by } = openTrader();
  const command = trader.command('buy', ARUNA, { by, at: 50_000n, size: 10n });
  const first = trader.apply(command);
  trader.sell(ARUNA, { by, at: 49_995n, size: 1n });
  const before = stateHash(trader.state);
  const again = trader.apply(command);
  assert.deepEqual(again.outcome, first.outcome);
  assert.ok(again.duplicate && !again.journaled);
  const other = trader.apply({ ...command, contentHash: 'other' });
  assert.equal(codeOf(other), 'CLIENT_ID_REUSED');
  assert.equal(other.journaled, false);
  assert.equal(stateHash(trader.state), before);
});

test('cancelling: what is not open, what was never placed, and a stranger’s order are refused', () => {
  const { trader, by } = openTrader();
  const filled = orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 10n }));
  const resting = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 10n }));
  const cancel = (of: AccountId, id: number) =>
    codeOf(trader.apply({ type: 'order.cancel', accountId: of, orderId: orderId(id) }));
  assert.equal(cancel(by, filled.id), 'ORDER_NOT_OPEN');
  assert.equal(cancel(by, 10_000), 'ORDER_UNKNOWN');
  assert.equal(cancel(trader.open(2), resting.id), 'ORDER_NOT_OPEN');
  assert.equal(cancel(accountId(99), resting.id), 'ACCOUNT_UNKNOWN');
  assert.equal(cancel(by, resting.id), 'order');
});

test('a reset is refused for real accounts, for frozen ones and twice a day', () => {
  const { trader, by } = openTrader();
  const reset = (of: AccountId, id: string) => {
    const clientId = parseClientId(id);
    assert.ok(clientId);
    const grants = { cash: [], shares: [] };
    return codeOf(trader.apply({ type: 'account.reset', accountId: of, clientId, contentHash: id, grants }));
  };
  assert.equal(reset(REAL_CUSTOMERS[0], 'reset-real'), 'DEMO_ONLY');
  trader.apply({ type: 'account.set', accountId: by, status: 'frozen' });
  assert.equal(reset(by, 'reset-cold'), 'ACCOUNT_FROZEN');
  trader.apply({ type: 'account.set', accountId: by, ownerFrozen: true });
  trader.apply({ type: 'account.set', accountId: by, status: 'active' });
  assert.equal(reset(by, 'reset-owner'), 'ACCOUNT_FROZEN', 'the freeze of its owner stands');
  trader.apply({ type: 'account.set', accountId: by, ownerFrozen: false });
  assert.equal(reset(by, 'reset-once'), 'done');
  assert.equal(reset(by, 'reset-once'), 'done');
  assert.equal(reset(by, 'reset-twice'), 'DEMO_RESET_TODAY');
  assert.equal(trader.balance({ by, wallet: 'stock', asset: ARUNA.baseAsset }), 0n);
  const real = { type: 'account.open', accountId: accountId(50), environment: 'real' } as const;
  const grants = { cash: [], shares: [{ instrumentId: ARUNA.id, quantity: quantity(1n), cost: amount(1n) }] };
  assert.equal(codeOf(trader.apply({ ...real, grants })), 'DEMO_ONLY');
  assert.equal(codeOf(trader.apply({ ...real, grants: { cash: [], shares: [] } })), 'done');
});

test('the market maker keeps to grid, band, hours and an uncrossed quote', () => {
  const { trader } = openTrader();
  assert.equal(codeOf(trader.quote({ ...ARUNA, id: BHUMI.id }, { bids: [[100n, 1n]] })), 'done');
  assert.equal(codeOf(trader.quote(ARUNA, { bids: [[50_001n, 1n]] })), 'TICK');
  assert.equal(codeOf(trader.quote(ARUNA, { bids: [[50_000n, 0n]] })), 'LOT');
  assert.equal(codeOf(trader.quote(ARUNA, { bids: [[60_000n, 1n]] })), 'PRICE_BAND');
  assert.equal(codeOf(trader.quote(ARUNA, { bids: [[50_000n, 1n]], asks: [[50_000n, 1n]] })), 'PRICE_BAND');
  assert.equal(
    codeOf(
      trader.quote(ARUNA, {
        bids: [
          [49_000n, 1n],
          [49_500n, 1n],
        ],
      }),
    ),
    'PRICE_BAND',
  );
  const quote = () => codeOf(trader.quote(ARUNA, { bids: [[50_000n, 1n]] }));
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, status: 'halted' } });
  assert.equal(quote(), 'INSTRUMENT_HALTED');
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, status: 'unlisted' } });
  assert.equal(quote(), 'INSTRUMENT_NOT_LISTED');
  trader.apply({ type: 'instrument.set', instrument: ARUNA });
  const stranger = { ...ARUNA, id: instrumentId('NSE_SIM:NOSUCH') };
  assert.equal(codeOf(trader.quote(stranger, { bids: [[50_000n, 1n]] })), 'INSTRUMENT_UNKNOWN');
  trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  assert.equal(quote(), 'SESSION_CLOSED');
  const withdrawn = trader.quote(ARUNA, {});
  assert.equal(codeOf(withdrawn), 'done');
  assert.equal(withdrawn.journaled, false);
  const take = {
    type: 'marketMaker.take',
    instrumentId: ARUNA.id,
    environment: 'demo',
    side: 'buy',
    priceLimit: price(50_000n),
    quantity: quantity(1n),
  } as const;
  assert.equal(codeOf(trader.apply(take)), 'SESSION_CLOSED');
  const phases = { auction: 'preOpen', average: 'preOpen' } as const;
  trader.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases } });
  assert.equal(codeOf(trader.apply(take)), 'SESSION_CLOSED', 'nor does it take while orders are collected');
});
