import { Fields } from '#codec/fields.ts';
import { SIDES } from '#codec/key-fields.ts';
import type { EndSeed, MarketKey } from '#model/facts.ts';
import {
  type Instrument,
  OWN_PHASES,
  SESSION_PHASES,
  type SessionPhase,
  type SettlementDay,
  VENUES,
  type Venue,
  type VenueSession,
} from '#model/instrument.ts';
import { INSTRUMENT_KINDS } from '#model/product-name.ts';
import type { BeaconRound, EndMix } from '#model/session-end.ts';
import { CHARGE_SETS, type ChargeSetName, type ChargeSets, type SomeCharges } from '#values/charge-sets.ts';
import {
  type AssetId,
  amount,
  assert,
  assetId,
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

export function venueOf(fields: Fields): Venue {
  return fields.oneOf('venue', VENUES);
}

export function instrumentOf(fields: Fields): Instrument {
  const band = fields.has('band') ? fields.object('band') : undefined;
  const low = fields.has('protectionLow') ? fields.object('protectionLow') : undefined;
  return {
    id: instrumentId(fields.text('id')),
    kind: fields.oneOf('kind', INSTRUMENT_KINDS),
    venue: venueOf(fields),
    symbol: fields.text('symbol'),
    baseAsset: assetId(fields.text('baseAsset')),
    quoteAsset: assetId(fields.text('quoteAsset')),
    quoteIsCoin: fields.flag('quoteIsCoin'),
    priceScale: fields.whole('priceScale'),
    baseScale: fields.whole('baseScale'),
    quoteScale: fields.whole('quoteScale'),
    tickSize: price(fields.integer('tickSize')),
    lotSize: quantity(fields.integer('lotSize')),
    quantityMin: quantity(fields.integer('quantityMin')),
    quantityMax: quantity(fields.integer('quantityMax')),
    valueMin: amount(fields.integer('valueMin')),
    valueMax: amount(fields.integer('valueMax')),
    protectionBps: fields.whole('protectionBps'),
    lockDays: fields.oneOf('lockDays', [0, 1, 2]),
    ...(fields.has('intradayMarginRate') && {
      intradayMarginRate: rate(fields.integer('intradayMarginRate')),
    }),
    ...(band && {
      band: { priceLow: price(band.integer('priceLow')), priceHigh: price(band.integer('priceHigh')) },
    }),
    ...(fields.has('closesBy') && { closesBy: fields.oneOf('closesBy', ['auction', 'average']) }),
    ...(fields.has('referencePrice') && { referencePrice: price(fields.integer('referencePrice')) }),
    status: fields.oneOf('status', ['listed', 'halted', 'unlisted']),
    ...(low && {
      protectionLow: { priceBelow: price(low.integer('priceBelow')), bps: low.whole('bps') },
    }),
    ...(fields.has('ownPhase') && { ownPhase: fields.oneOf('ownPhase', OWN_PHASES) }),
  };
}

export function sessionOf(fields: Fields): VenueSession {
  const phases = fields.has('phases') ? fields.object('phases') : undefined;
  const next = fields.has('nextDay') ? fields.object('nextDay') : undefined;
  return {
    venue: venueOf(fields),
    state: fields.oneOf('state', ['open', 'closed']),
    ...(phases && { phases: { auction: phaseOf(phases, 'auction'), average: phaseOf(phases, 'average') } }),
    ...settlementDayOf(fields),
    ...(next && { nextDay: { ...settlementDayOf(next), fromMs: instantMs(next.whole('fromMs')) } }),
  };
}

function settlementDayOf(fields: Fields): SettlementDay {
  const settles = fields.object('settlesAtMs');
  return {
    tradingDay: tradingDay(fields.text('tradingDay')),
    settlesAtMs: { oneDay: instantMs(settles.whole('oneDay')), twoDays: instantMs(settles.whole('twoDays')) },
    proceedsUsableAtMs: instantMs(fields.whole('proceedsUsableAtMs')),
    proceedsWithdrawableAtMs: instantMs(fields.whole('proceedsWithdrawableAtMs')),
  };
}

export function endSeedOf(fields: Fields): EndSeed {
  return {
    tradingDay: fields.text('tradingDay'),
    commitment: fields.text('commitment'),
    ...(fields.has('rule') && { rule: endRuleOf(fields) }),
    ...(fields.has('beacon') && { beacon: beaconOf(fields.object('beacon')) }),
    ...(fields.has('mix') && { mix: endMixOf(fields.object('mix')) }),
    ...(fields.has('seed') && { seed: fields.text('seed') }),
  };
}

function endRuleOf(fields: Fields): 2 {
  assert(fields.whole('rule') === 2, 'Condition: a known rule of auctions’ ends expected in the journal');
  return 2;
}

function beaconOf(fields: Fields): BeaconRound {
  return { chain: fields.text('chain'), round: fields.whole('round') };
}

function endMixOf(fields: Fields): EndMix {
  return {
    sequence: fields.whole('sequence'),
    root: fields.text('root'),
    ...(fields.has('randomness') && { randomness: fields.text('randomness') }),
  };
}

export function marketKeyOf(fields: Fields): MarketKey {
  return {
    day: fields.text('day'),
    commitment: fields.text('commitment'),
    ...(fields.has('key') && { key: fields.text('key') }),
  };
}

function phaseOf(fields: Fields, name: string): SessionPhase {
  const phase = fields.text(name);
  assert(isPhase(phase), 'Condition: a known phase expected in the journal');
  return phase;
}

function isPhase(text: string): text is SessionPhase {
  return SESSION_PHASES.some((phase) => phase === text);
}

function stockChargesOf(fields: Fields): StockChargeRules {
  return {
    version: fields.text('version'),
    effectiveFromMs: fields.whole('effectiveFromMs'),
    ...currencyIn(fields),
    securitiesTaxRate: rate(fields.integer('securitiesTaxRate')),
    ...(fields.has('securitiesTaxUnit') && {
      securitiesTaxUnit: amount(fields.integer('securitiesTaxUnit')),
    }),
    ...(fields.has('securitiesTaxSide') && { securitiesTaxSide: fields.oneOf('securitiesTaxSide', SIDES) }),
    exchangeFeeRate: rate(fields.integer('exchangeFeeRate')),
    regulatorFeeRate: rate(fields.integer('regulatorFeeRate')),
    stampDutyRate: rate(fields.integer('stampDutyRate')),
    goodsAndServicesTaxRate: rate(fields.integer('goodsAndServicesTaxRate')),
    brokerage: amount(fields.integer('brokerage')),
    ...(fields.has('brokerageRate') && { brokerageRate: rate(fields.integer('brokerageRate')) }),
    depositoryCharge: amount(fields.integer('depositoryCharge')),
    ...(fields.has('intraday') && { intraday: intradayRatesOf(fields.object('intraday')) }),
  };
}

function currencyIn(fields: Fields): { readonly currency?: AssetId } {
  return fields.has('currency') ? { currency: assetId(fields.text('currency')) } : {};
}

function intradayRatesOf(fields: Fields): IntradayRates {
  return {
    brokerageRate: rate(fields.integer('brokerageRate')),
    brokerageMax: amount(fields.integer('brokerageMax')),
    securitiesTaxRate: rate(fields.integer('securitiesTaxRate')),
    stampDutyRate: rate(fields.integer('stampDutyRate')),
  };
}

function spotChargesOf(fields: Fields): SpotChargeRules {
  return {
    version: fields.text('version'),
    effectiveFromMs: fields.whole('effectiveFromMs'),
    ...currencyIn(fields),
    tiers: fields.list('tiers', (json) => {
      const tier = new Fields(json);
      return {
        volumeMinInr: amount(tier.integer('volumeMinInr')),
        makerRate: rate(tier.integer('makerRate')),
        takerRate: rate(tier.integer('takerRate')),
      };
    }),
    goodsAndServicesTaxRate: rate(fields.integer('goodsAndServicesTaxRate')),
    withholdingRate: rate(fields.integer('withholdingRate')),
  };
}

/** How each set of charges is read, one line each. */
const CHARGE_READERS: { readonly [Name in ChargeSetName]: (fields: Fields) => ChargeSets[Name] } = {
  stockCharges: stockChargesOf,
  spotCharges: spotChargesOf,
};

/** The sets of charges among the fields, in the order in which they were always written. */
export function someChargesOf(fields: Fields): SomeCharges {
  let found: SomeCharges = {};
  for (const name of CHARGE_SETS)
    if (fields.has(name)) found = { ...found, [name]: CHARGE_READERS[name](fields.object(name)) };
  return found;
}
