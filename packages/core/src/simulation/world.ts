import type { AccountGrants } from '#model/commands/account-commands.ts';
import type { Instrument, SettlementDay, VenueSession } from '#model/instrument.ts';
import { noAccountRows } from '#model/rows/kinds.ts';
import {
  type CoreState,
  createState,
  loadAccount,
  loadHouseBalances,
  loadInstrument,
  loadRules,
} from '#state.ts';
import {
  type AccountId,
  accountId,
  amount,
  assetId,
  DAY_MS,
  type IntradayRates,
  instantMs,
  instrumentId,
  price,
  quantity,
  rate,
  type SpotChargeRules,
  type StockChargeRules,
  tradingDay,
} from '#values/index.ts';

/** A small world for simulations and tests: two shares, two coins, the charges of rules 2.1 and 2.2. */
export const INR = assetId('INR');
export const USDT = assetId('USDT');

export const STOCK_CHARGES: StockChargeRules & { readonly intraday: IntradayRates } = {
  version: 'stock-2026-04-01',
  effectiveFromMs: 0,
  securitiesTaxRate: rate(100_000n),
  exchangeFeeRate: rate(3_070n),
  regulatorFeeRate: rate(100n),
  stampDutyRate: rate(15_000n),
  goodsAndServicesTaxRate: rate(18_000_000n),
  brokerage: amount(0n),
  depositoryCharge: amount(1_534n),
  intraday: {
    brokerageRate: rate(30_000n),
    brokerageMax: amount(2_000n),
    securitiesTaxRate: rate(25_000n),
    stampDutyRate: rate(3_000n),
  },
};

/** Charges that come in force while orders rest that were placed under the rules before. */
export const STOCK_CHARGES_LATER: typeof STOCK_CHARGES = {
  ...STOCK_CHARGES,
  version: 'stock-later',
  exchangeFeeRate: rate(4_070n),
  stampDutyRate: rate(20_000n),
};

export const SPOT_CHARGES: SpotChargeRules = {
  version: 'spot-2026-04-01',
  effectiveFromMs: 0,
  tiers: [
    { volumeMinInr: amount(0n), makerRate: rate(150_000n), takerRate: rate(200_000n) },
    { volumeMinInr: amount(50_000_000n), makerRate: rate(100_000n), takerRate: rate(150_000n) },
  ],
  goodsAndServicesTaxRate: rate(18_000_000n),
  withholdingRate: rate(1_000_000n),
};

export const SPOT_CHARGES_LATER: SpotChargeRules = {
  ...SPOT_CHARGES,
  version: 'spot-later',
  tiers: SPOT_CHARGES.tiers.map((tier) => ({ ...tier, takerRate: rate(tier.takerRate + 50_000n) })),
};

export const ARUNA: Instrument = {
  id: instrumentId('NSE_SIM:ARUNA'),
  kind: 'stock',
  venue: 'NSE_SIM',
  symbol: 'ARUNA',
  baseAsset: assetId('EQ:ARUNA'),
  quoteAsset: INR,
  quoteIsCoin: false,
  priceScale: 2,
  baseScale: 0,
  quoteScale: 2,
  tickSize: price(5n),
  lotSize: quantity(1n),
  quantityMin: quantity(1n),
  quantityMax: quantity(100_000n),
  valueMin: amount(10_000n),
  valueMax: amount(5_000_000_00n),
  protectionBps: 100,
  lockDays: 1,
  intradayMarginRate: rate(20_000_000n),
  band: { priceLow: price(45_000n), priceHigh: price(55_000n) },
  closesBy: 'auction',
  referencePrice: price(50_000n),
  status: 'listed',
};

export const BHUMI: Instrument = {
  ...ARUNA,
  id: instrumentId('NSE_SIM:BHUMI'),
  symbol: 'BHUMI',
  baseAsset: assetId('EQ:BHUMI'),
  tickSize: price(1n),
  valueMin: amount(100n),
  lockDays: 2,
  // Both sides of the border are traded.
  protectionLow: { priceBelow: price(100n), bps: 200 },
  intradayMarginRate: rate(100_000_000n),
  band: { priceLow: price(90n), priceHigh: price(110n) },
  closesBy: 'average',
  referencePrice: price(100n),
};

export const BTC_USDT: Instrument = {
  id: instrumentId('COIN_SIM:BTC-USDT'),
  kind: 'spot',
  venue: 'COIN_SIM',
  symbol: 'BTC-USDT',
  baseAsset: assetId('BTC'),
  quoteAsset: USDT,
  quoteIsCoin: true,
  priceScale: 2,
  baseScale: 8,
  quoteScale: 8,
  tickSize: price(10n),
  lotSize: quantity(1_000n),
  quantityMin: quantity(1_000n),
  quantityMax: quantity(10_000_000_000n),
  valueMin: amount(500_000_000n),
  valueMax: amount(100_000_000_000_000n),
  protectionBps: 50,
  lockDays: 0,
  status: 'listed',
};

/** Pays in paise for coins of eight decimals, so that every fill rounds. */
export const BTC_INR: Instrument = {
  ...BTC_USDT,
  id: instrumentId('COIN_SIM:BTC-INR'),
  symbol: 'BTC-INR',
  quoteAsset: INR,
  quoteIsCoin: false,
  quoteScale: 2,
  tickSize: price(7n),
  lotSize: quantity(13n),
  quantityMin: quantity(13n),
  valueMin: amount(100n),
  valueMax: amount(1_000_000_000_00n),
};

export const INSTRUMENTS: readonly [Instrument, ...Instrument[]] = [ARUNA, BHUMI, BTC_USDT, BTC_INR];

/** How an instrument is traded, so that orders meet. */
export interface Habit {
  /** A small book grows around it: every price of the world meets some other. */
  readonly middle: bigint;
  /**
   * About a tenth of a percent in ticks, so that a trigger
   * may be near the price and a trailing stop behind it.
   */
  readonly stepTicks: bigint;
  /** The lots of a usual order, at the most. */
  readonly lotsMax: number;
}

export const HABITS: ReadonlyMap<string, Habit> = new Map([
  [ARUNA.id, { middle: 50_000n, stepTicks: 3n, lotsMax: 60 }],
  [BHUMI.id, { middle: 100n, stepTicks: 1n, lotsMax: 2_000 }],
  [BTC_USDT.id, { middle: 6_000_000n, stepTicks: 600n, lotsMax: 9_000 }],
  [BTC_INR.id, { middle: 700_000_007n, stepTicks: 100_000n, lotsMax: 500_000 }],
]);

export const START = instantMs(1_795_000_000_000);

/** The session of a day, counted from the start of the world. */
export function sessionOfDay(day: number, state: VenueSession['state'] = 'open'): VenueSession {
  const nextDay = { ...settlementDay(day + 1), fromMs: instantMs(START + (day + 1) * DAY_MS) };
  return { venue: 'NSE_SIM', state, ...settlementDay(day), nextDay };
}

function settlementDay(day: number): SettlementDay {
  const at = (days: number) => instantMs(START + (day + days) * DAY_MS);
  return {
    tradingDay: tradingDay(`day-${day}`),
    settlesAtMs: { oneDay: at(1), twoDays: at(2) },
    proceedsUsableAtMs: at(1),
    proceedsWithdrawableAtMs: at(2),
  };
}

/** Grants of a demo account of this world at its beginning. */
export const GRANTS: AccountGrants = {
  cash: [
    { wallet: 'stock', assetId: INR, amount: amount(1_000_000_00n) },
    { wallet: 'spot', assetId: INR, amount: amount(1_000_000_00n) },
    { wallet: 'spot', assetId: USDT, amount: amount(1_000_000_000_000n) },
    { wallet: 'spot', assetId: assetId('BTC'), amount: amount(100_000_000n) },
  ],
  shares: [
    { instrumentId: ARUNA.id, quantity: quantity(500n), cost: amount(240_000_00n) },
    { instrumentId: BHUMI.id, quantity: quantity(5_000n), cost: amount(5_000_00n) },
  ],
};

type Accounts = readonly [AccountId, ...AccountId[]];

const CUSTOMERS: Accounts = [accountId(1), accountId(2), accountId(3)];
/** Accounts of the real environment have money from outside, as if they had deposited it. */
export const REAL_CUSTOMERS: Accounts = [accountId(11), accountId(12)];

/** Accounts that trade. */
export interface Customers {
  /** Accounts that open by command. */
  readonly demo: Accounts;
  readonly real: Accounts;
}

export const FEW_CUSTOMERS: Customers = { demo: CUSTOMERS, real: REAL_CUSTOMERS };

/** So many customers, one in six of them real. */
export function manyCustomers(count: number): Customers {
  const real = Math.max(1, Math.floor(count / 6));
  return { demo: accountsFrom(101, count - real), real: accountsFrom(501, real) };
}

function accountsFrom(first: number, count: number): Accounts {
  const others = Array.from({ length: Math.max(0, count - 1) }, (_, nth) => accountId(first + 1 + nth));
  return [accountId(first), ...others];
}

/** A state with the world's instruments, charges and real accounts; demo accounts open by command. */
export function createWorld({ real }: Pick<Customers, 'real'> = FEW_CUSTOMERS): CoreState {
  const state = createState();
  loadRules(state, { stockCharges: STOCK_CHARGES, spotCharges: SPOT_CHARGES, session: sessionOfDay(0) });
  // Not by their ids, as a restart reads them: nothing may depend on their order.
  for (const instrument of [...INSTRUMENTS].reverse()) loadInstrument(state, instrument);
  const cash = GRANTS.cash;
  const outside = { house: 'outside' } as const;
  loadHouseBalances(
    state,
    [INR, USDT, assetId('BTC')].map((asset) => ({
      environment: 'real',
      account: outside,
      assetId: asset,
      amount: amount(
        -cash.reduce((sum, one) => (one.assetId === asset ? sum + one.amount : sum), 0n) *
          BigInt(real.length),
      ),
    })),
  );
  for (const id of real) {
    loadAccount(state, {
      account: { accountId: id, environment: 'real', status: 'active', spotFeeTier: 1, openedAtMs: START },
      balances: cash.map((one) => ({
        environment: 'real',
        account: { accountId: id, wallet: one.wallet, bucket: 'available' },
        assetId: one.assetId,
        amount: one.amount,
      })),
      ...noAccountRows(),
    });
  }
  return state;
}
