import type {
  AccountGrants,
  AccountOpen,
  Command,
  Instrument,
  OrderBasket,
  OrderPlace,
  VenueSession,
} from '@tarazu/core';
import {
  type AccountId,
  accountId,
  amount,
  assetId,
  instantMs,
  instrumentId,
  parseClientId,
  price,
  quantity,
  rate,
  type SpotChargeRules,
  type StockChargeRules,
  tradingDay,
} from '@tarazu/core/values';

/* A small world for the engine's tests and benches: one share, one coin, open all day. */

const INR = assetId('INR');
const USDT = assetId('USDT');

export const COIN: Instrument = {
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
  tickSize: price(1n),
  lotSize: quantity(1_000n),
  quantityMin: quantity(1_000n),
  quantityMax: quantity(10_000_000_000n),
  valueMin: amount(1_000n),
  valueMax: amount(100_000_000_000_000n),
  protectionBps: 50,
  lockDays: 0,
  status: 'listed',
};

export const SHARE: Instrument = {
  ...COIN,
  id: instrumentId('NSE_SIM:ARUNA'),
  kind: 'stock',
  venue: 'NSE_SIM',
  symbol: 'ARUNA',
  baseAsset: assetId('EQ:ARUNA'),
  quoteAsset: INR,
  quoteIsCoin: false,
  baseScale: 0,
  quoteScale: 2,
  tickSize: price(5n),
  lotSize: quantity(1n),
  quantityMin: quantity(1n),
  protectionLow: { priceBelow: price(10_000n), bps: 100 },
  lockDays: 1,
  band: { priceLow: price(45_000n), priceHigh: price(55_000n) },
};

const SPOT_CHARGES: SpotChargeRules = {
  version: 'spot-test',
  effectiveFromMs: 0,
  tiers: [{ volumeMinInr: amount(0n), makerRate: rate(150_000n), takerRate: rate(200_000n) }],
  goodsAndServicesTaxRate: rate(18_000_000n),
  withholdingRate: rate(1_000_000n),
};

const STOCK_CHARGES: StockChargeRules = {
  version: 'stock-test',
  effectiveFromMs: 0,
  securitiesTaxRate: rate(100_000n),
  exchangeFeeRate: rate(3_070n),
  regulatorFeeRate: rate(100n),
  stampDutyRate: rate(15_000n),
  goodsAndServicesTaxRate: rate(18_000_000n),
  brokerage: amount(0n),
  depositoryCharge: amount(1_534n),
};

/** Shares bought now settle a second after `nowMs`. */
export function sessionAt(nowMs: number, state: VenueSession['state'] = 'open'): VenueSession {
  const soon = instantMs(nowMs + 1_000);
  return {
    venue: 'NSE_SIM',
    state,
    tradingDay: tradingDay('2026-11-20'),
    settlesAtMs: { oneDay: soon, twoDays: soon },
    proceedsUsableAtMs: soon,
    proceedsWithdrawableAtMs: soon,
  };
}

/** The commands that must come before anybody can trade. */
export function worldCommands(nowMs: number): Command[] {
  return [
    { type: 'rules.set', spotCharges: SPOT_CHARGES, stockCharges: STOCK_CHARGES, session: sessionAt(nowMs) },
    { type: 'instrument.set', instrument: COIN },
    { type: 'instrument.set', instrument: SHARE },
  ];
}

const RICH = 1_000_000_000_000_000n;

export const GRANTS: AccountGrants = {
  cash: [
    { wallet: 'spot', assetId: USDT, amount: amount(RICH) },
    { wallet: 'spot', assetId: COIN.baseAsset, amount: amount(RICH) },
    { wallet: 'stock', assetId: INR, amount: amount(RICH) },
  ],
  shares: [],
};

export function openAccount(id: AccountId, grants: AccountGrants = GRANTS): AccountOpen {
  return { type: 'account.open', accountId: id, environment: 'demo', grants };
}

export const account = (number: number): AccountId => accountId(number);

/** Such orders as one basket. */
export function coinBasket(
  clientId: string,
  changes: readonly Parameters<typeof coinOrder>[1][],
): OrderBasket {
  const legs = changes.map((change) => {
    const {
      instrumentId,
      side,
      orderType,
      validity,
      priceLimit,
      quantity: size,
    } = coinOrder(clientId, change);
    const limit = priceLimit === undefined ? {} : { priceLimit };
    return { instrumentId, side, orderType, validity, quantity: size, ...limit };
  });
  const { accountId: by, clientId: id, contentHash } = coinOrder(clientId);
  return { type: 'order.basket', accountId: by, clientId: id, contentHash, legs };
}

/** A limit order for coins; what is not given is an order that rests. */
export function coinOrder(
  clientId: string,
  change: Partial<Omit<OrderPlace, 'clientId' | 'type'>> = {},
): OrderPlace {
  const id = parseClientId(clientId);
  if (id === undefined) throw new Error(`Condition: ${clientId} is a client id`);
  return {
    type: 'order.place',
    accountId: account(1),
    clientId: id,
    contentHash: 'content',
    instrumentId: COIN.id,
    side: 'buy',
    orderType: 'limit',
    validity: 'gtc',
    priceLimit: price(6_000_000n),
    quantity: quantity(1_000n),
    ...change,
  };
}
