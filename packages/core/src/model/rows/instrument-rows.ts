import type { AuctionRecord } from '#model/auction-record.ts';
import type { ClosingBy, Instrument, LastPrice, OwnPhase, Venue } from '#model/instrument.ts';
import type { MarkPrice } from '#model/mark-price.ts';
import {
  AMOUNT,
  ASSET_ID,
  COUNT,
  column,
  ENVIRONMENT,
  FLAG,
  INSTANT,
  INSTRUMENT_ID,
  LONG_COUNT,
  oneOf,
  optional,
  PRICE,
  QUANTITY,
  RATE,
  TEXT,
  wordOf,
} from '#model/rows/column.ts';
import { nestedRowKind, rowKind } from '#model/rows/row-kind.ts';
import type { Price } from '#values/index.ts';

/** An instrument with its band and its protection side by side. */
interface InstrumentColumns extends Omit<Instrument, 'band' | 'protectionLow'> {
  readonly bandLow?: Price | undefined;
  readonly bandHigh?: Price | undefined;
  readonly protectionLowPrice?: Price | undefined;
  readonly protectionLowBps?: number | undefined;
}

export const instruments = nestedRowKind<Instrument, InstrumentColumns>({
  flatten: flatInstrument,
  assemble: instrumentOf,
})({
  table: 'instrument',
  owner: 'instrument',
  life: 'state',
  storage: 'own',
  key: ['id'],
  fields: {
    id: column('instrument_id', INSTRUMENT_ID),
    kind: column('kind', wordOf<Instrument['kind']>()),
    venue: column('venue', wordOf<Venue>()),
    symbol: column('symbol', TEXT),
    baseAsset: column('base_asset', ASSET_ID),
    quoteAsset: column('quote_asset', ASSET_ID),
    quoteIsCoin: column('quote_is_coin', FLAG),
    priceScale: column('price_scale', COUNT),
    baseScale: column('base_scale', COUNT),
    quoteScale: column('quote_scale', COUNT),
    tickSize: column('tick_size', PRICE),
    lotSize: column('lot_size', QUANTITY),
    quantityMin: column('quantity_min', QUANTITY),
    quantityMax: column('quantity_max', QUANTITY),
    valueMin: column('value_min', AMOUNT),
    valueMax: column('value_max', AMOUNT),
    protectionBps: column('protection_bps', COUNT),
    lockDays: column('lock_days', oneOf([0, 1, 2], 'int4')),
    bandLow: optional('band_low', PRICE),
    bandHigh: optional('band_high', PRICE),
    status: column('status', oneOf(['listed', 'halted', 'unlisted'])),
    closesBy: optional('closes_by', wordOf<ClosingBy>()),
    referencePrice: optional('reference_price', PRICE),
    intradayMarginRate: optional('intraday_margin_rate', RATE),
    ownPhase: optional('own_phase', wordOf<OwnPhase>()),
    protectionLowPrice: optional('protection_low_price', PRICE),
    protectionLowBps: optional('protection_low_bps', COUNT),
  },
});

function flatInstrument({ band, protectionLow, ...rest }: Instrument): InstrumentColumns {
  return {
    ...rest,
    bandLow: band?.priceLow,
    bandHigh: band?.priceHigh,
    protectionLowPrice: protectionLow?.priceBelow,
    protectionLowBps: protectionLow?.bps,
  };
}

function instrumentOf(flat: InstrumentColumns): Instrument {
  const { bandLow, bandHigh, protectionLowPrice, protectionLowBps, ...rest } = flat;
  const low = protectionLowPrice !== undefined && protectionLowBps !== undefined;
  return {
    ...rest,
    ...(bandLow !== undefined &&
      bandHigh !== undefined && { band: { priceLow: bandLow, priceHigh: bandHigh } }),
    ...(low && { protectionLow: { priceBelow: protectionLowPrice, bps: protectionLowBps } }),
  };
}

export const lastPrices = rowKind<LastPrice>()({
  table: 'last_price',
  owner: 'instrument',
  life: 'state',
  storage: 'own',
  key: ['instrumentId', 'environment'],
  fields: {
    instrumentId: column('instrument_id', INSTRUMENT_ID),
    environment: column('environment', ENVIRONMENT),
    price: column('price', PRICE),
    atMs: column('at_ms', INSTANT),
    isUncrossed: optional('uncrossed', FLAG),
  },
});

export const markPrices = rowKind<MarkPrice>()({
  table: 'mark_price',
  owner: 'instrument',
  life: 'state',
  storage: 'own',
  key: ['instrumentId'],
  fields: {
    instrumentId: column('instrument_id', INSTRUMENT_ID),
    priceMark: column('price_mark', PRICE),
    priceIndex: optional('price_index', PRICE),
    atMs: column('at_ms', INSTANT),
  },
});

export const auctions = rowKind<AuctionRecord>()({
  table: 'auction_record',
  owner: 'instrument',
  life: 'appended',
  storage: 'own',
  key: ['sequence', 'instrumentId', 'environment'],
  madeBy: 'sequence',
  fields: {
    sequence: column('sequence', LONG_COUNT),
    instrumentId: column('instrument_id', INSTRUMENT_ID),
    environment: column('environment', ENVIRONMENT),
    referencePrice: column('reference_price', PRICE),
    tickSize: column('tick_size', PRICE),
    lines: column('lines', TEXT),
    begunSequence: optional('begun_sequence', LONG_COUNT),
  },
});
