import type { CheckedInstrument, PhaseAsked } from '@tarazu/core/checks';
import { currencyOf } from '@tarazu/core/currencies';
import {
  amount,
  type ChargeSets,
  type Price,
  parseDecimal,
  price,
  type Quantity,
  quantity,
  RATE_SCALE,
  RUPEE_SCALE,
  rate,
  type SpotChargeRules,
  type StockChargeRules,
} from '@tarazu/core/values';
import type { Book, InstrumentProfile } from '@tarazu/protocol';
import type { CallOutput } from '#client/calls.ts';

export type Side = 'buy' | 'sell';
export type { OrderType, Validity } from './offered.ts';

/**
 * The terms of an instrument for a ticket, read once into integers: what the checks look at, and its names.
 */
export interface Terms extends CheckedInstrument {
  readonly instrumentId: string;
  readonly symbol: string;
  readonly baseAsset: string;
  readonly averageDailyVolume: bigint;
  readonly quoteIsCoin: boolean;
  /** Of a call auction that collects: a market order may then fill anywhere in the band. */
  readonly auctionPhase?: PhaseAsked['name'] | undefined;
}

/** Undefined for an index, which has no terms of trade, and for text that is no number of this instrument. */
export function termsOf(profile: InstrumentProfile): Terms | undefined {
  if (profile.kind === 'index') return undefined;
  const { priceScale, baseScale, quoteScale } = profile;
  const prices = read([profile.tickSize], priceScale);
  const quantities = read(
    [profile.lotSize, profile.quantityMin, profile.quantityMax, profile.averageDailyVolume],
    baseScale,
  );
  const values = read([profile.valueMin, profile.valueMax], quoteScale);
  if (prices === undefined || quantities === undefined || values === undefined) return undefined;
  const [tickSize = 1n] = prices;
  const [lotSize = 1n, quantityMin = 0n, quantityMax = 0n, averageDailyVolume = 0n] = quantities;
  const [valueMin = 0n, valueMax = 0n] = values;
  return {
    instrumentId: profile.instrumentId,
    kind: profile.kind,
    symbol: profile.symbol,
    quoteAsset: profile.quoteAsset,
    baseAsset: profile.baseAsset,
    priceScale,
    baseScale,
    quoteScale,
    tickSize: price(tickSize),
    lotSize: quantity(lotSize),
    quantityMin: quantity(quantityMin),
    quantityMax: quantity(quantityMax),
    valueMin: amount(valueMin),
    valueMax: amount(valueMax),
    protectionBps: profile.protectionBps,
    ...protectionOf(profile),
    ...bandOf(profile),
    averageDailyVolume,
    quoteIsCoin: profile.quoteIsCoin,
    ...marginOf(profile),
    ...(profile.venueState?.auction && { auctionPhase: profile.venueState.phase }),
  };
}

function protectionOf({ protectionLow, priceScale }: InstrumentProfile): Pick<Terms, 'protectionLow'> {
  const [priceBelow] =
    protectionLow === undefined ? [] : (read([protectionLow.priceBelow], priceScale) ?? []);
  return protectionLow && priceBelow !== undefined
    ? { protectionLow: { priceBelow: price(priceBelow), bps: protectionLow.bps } }
    : {};
}

function marginOf({ intraday }: InstrumentProfile): Pick<Terms, 'intradayMarginRate'> {
  const [marginRate] = intraday === undefined ? [] : (read([intraday.marginRate], RATE_SCALE) ?? []);
  return marginRate === undefined ? {} : { intradayMarginRate: rate(marginRate) };
}

function read(texts: readonly string[], scale: number): bigint[] | undefined {
  const units = texts.map((text) => parseDecimal(text, scale));
  return units.every((one) => one !== undefined) ? units : undefined;
}

function bandOf({ band, priceScale }: InstrumentProfile): Pick<Terms, 'band'> {
  const limits = band === undefined ? undefined : read([band.priceLow, band.priceHigh], priceScale);
  const [priceLow, priceHigh] = limits ?? [];
  return priceLow === undefined || priceHigh === undefined
    ? {}
    : { band: { priceLow: price(priceLow), priceHigh: price(priceHigh) } };
}

/** One side of a book in integers, best first. */
export interface Level {
  readonly price: Price;
  readonly quantity: Quantity;
}

/** The levels that an order of this side would meet. */
export function oppositeLevels(
  book: Pick<Book, 'bids' | 'asks'> | undefined,
  side: Side,
  terms: Terms,
): readonly Level[] {
  const levels = (side === 'buy' ? book?.asks : book?.bids) ?? [];
  return levels.flatMap(([priceText, quantityText]) => {
    const at = parseDecimal(priceText, terms.priceScale);
    const waits = parseDecimal(quantityText, terms.baseScale);
    return at === undefined || waits === undefined ? [] : [{ price: price(at), quantity: quantity(waits) }];
  });
}

/** Every set of the published charges. */
export type ChargeRules = ChargeSets;

type Props = CallOutput<'props'>;

type ChargeProps = Pick<Props, 'stockCharges' | 'spotCharges'> & Partial<Pick<Props, 'stockChargesIn'>>;

/**
 * The published charges on what is priced in an asset, as the server names
 * them in its settings. Undefined where one of them is missing.
 */
export function chargeRulesOf(props: ChargeProps, quoteAsset: string): ChargeRules | undefined {
  const own = props.stockChargesIn?.[quoteAsset];
  const stockCharges = stockRulesOf(own ?? props.stockCharges, currencyOf(quoteAsset)?.scale ?? RUPEE_SCALE);
  const spotCharges = spotRulesOf(props.spotCharges);
  return stockCharges && spotCharges && { stockCharges, spotCharges };
}

function stockRulesOf(fields: Props['stockCharges'], scale: number): StockChargeRules | undefined {
  const names = [
    'securitiesTaxRate',
    'exchangeFeeRate',
    'regulatorFeeRate',
    'stampDutyRate',
    'goodsAndServicesTaxRate',
  ];
  const rates = read(
    names.map((name) => fields[name] ?? ''),
    RATE_SCALE,
  );
  const amounts = read([fields['brokerage'] ?? '', fields['depositoryCharge'] ?? ''], scale);
  if (rates === undefined || amounts === undefined) return undefined;
  const [securitiesTax = 0n, exchangeFee = 0n, regulatorFee = 0n, stampDuty = 0n, goodsAndServicesTax = 0n] =
    rates;
  const [brokerage = 0n, depositoryCharge = 0n] = amounts;
  const { securitiesTaxSide: side } = fields;
  const [brokerageRate] = read([fields['brokerageRate'] ?? ''], RATE_SCALE) ?? [];
  const [taxUnit] = read([fields['securitiesTaxUnit'] ?? ''], scale) ?? [];
  return {
    version: fields['version'] ?? '',
    effectiveFromMs: Number(fields['effectiveFromMs'] ?? '0'),
    securitiesTaxRate: rate(securitiesTax),
    exchangeFeeRate: rate(exchangeFee),
    regulatorFeeRate: rate(regulatorFee),
    stampDutyRate: rate(stampDuty),
    goodsAndServicesTaxRate: rate(goodsAndServicesTax),
    brokerage: amount(brokerage),
    ...(brokerageRate !== undefined && { brokerageRate: rate(brokerageRate) }),
    ...(taxUnit !== undefined && { securitiesTaxUnit: amount(taxUnit) }),
    ...((side === 'buy' || side === 'sell') && { securitiesTaxSide: side }),
    depositoryCharge: amount(depositoryCharge),
    ...intradayRatesOf(fields),
  };
}

function intradayRatesOf(fields: Props['stockCharges']): Pick<StockChargeRules, 'intraday'> {
  const names = ['intradayBrokerageRate', 'intradaySecuritiesTaxRate', 'intradayStampDutyRate'];
  const rates = read(
    names.map((name) => fields[name] ?? ''),
    RATE_SCALE,
  );
  const [brokerageMax] = read([fields['intradayBrokerageMax'] ?? ''], RUPEE_SCALE) ?? [];
  const [brokerageRate, securitiesTaxRate, stampDutyRate] = rates ?? [];
  if (brokerageRate === undefined || securitiesTaxRate === undefined || stampDutyRate === undefined)
    return {};
  if (brokerageMax === undefined) return {};
  return {
    intraday: {
      brokerageRate: rate(brokerageRate),
      brokerageMax: amount(brokerageMax),
      securitiesTaxRate: rate(securitiesTaxRate),
      stampDutyRate: rate(stampDutyRate),
    },
  };
}

function spotRulesOf(fields: Props['spotCharges']): SpotChargeRules | undefined {
  const rates = read([fields.goodsAndServicesTaxRate, fields.withholdingRate], RATE_SCALE);
  const tiers = fields.tiers.flatMap((tier) => {
    const [makerRate, takerRate] = read([tier.makerRate, tier.takerRate], RATE_SCALE) ?? [];
    const volumeMinInr = parseDecimal(tier.volumeMinInr, RUPEE_SCALE);
    if (makerRate === undefined || takerRate === undefined || volumeMinInr === undefined) return [];
    return [{ volumeMinInr: amount(volumeMinInr), makerRate: rate(makerRate), takerRate: rate(takerRate) }];
  });
  if (rates === undefined || tiers.length === 0) return undefined;
  const [goodsAndServicesTax = 0n, withholding = 0n] = rates;
  return {
    version: fields.version,
    effectiveFromMs: 0,
    tiers,
    goodsAndServicesTaxRate: rate(goodsAndServicesTax),
    withholdingRate: rate(withholding),
  };
}
