import { amount, assetId, COIN_SCALE, price, quantity, RUPEE_SCALE } from '@tarazu/core/values';
import { coinListings, rupeesPerTether } from '#market/catalogue/coins.ts';
import { type ExchangeCatalogue, HOME_CATALOGUE, shareId } from '#market/catalogue/exchange-catalogues.ts';
import { pairId } from '#market/catalogue/ids.ts';
import type { CoinListing, StockListing } from '#market/catalogue/listing.ts';
import { rupeePairTick } from '#market/catalogue/ticks.ts';
import { currencyAt } from '#market/exchanges.ts';
import type { IndexDefinition, InstrumentDefinition } from '#market/source.ts';
import { shareAssetOf } from '#products/delivery/assets.ts';
import { spot } from '#products/spot/spot.ts';

const rupees = (whole: bigint) => amount(whole * 100n);
/**
 * Protection of market orders in shares (rules 2.3): cheap ones, below so many whole units of their currency,
 * have the wider one, by the price of the order's moment.
 */
export function stockProtection(priceScale: number, cheapBelow = HOME_CATALOGUE.cheapBelow) {
  return {
    protectionBps: 100,
    protectionLow: { priceBelow: price(cheapBelow * 10n ** BigInt(priceScale)), bps: 200 },
  };
}

const tethers = (whole: bigint) => amount(whole * 100_000_000n);

/** A stock's definition while the given month close decides its tick. */
export function stockDefinition(
  listing: StockListing,
  monthClose: number,
  of: ExchangeCatalogue = HOME_CATALOGUE,
): InstrumentDefinition {
  const { asset, scale } = currencyAt(of.exchange);
  const whole = (units: bigint) => amount(units * 10n ** BigInt(scale));
  return {
    id: shareId(of, listing.symbol),
    kind: 'stock',
    venue: of.exchange.venue,
    symbol: listing.symbol,
    name: listing.name,
    description: listing.description,
    sector: listing.sector,
    faceValueRupees: listing.faceValue,
    hasDerivatives: listing.hasDerivatives,
    baseAsset: assetId(shareAssetOf(listing.symbol)),
    quoteAsset: assetId(asset),
    quoteIsCoin: false,
    priceScale: RUPEE_SCALE,
    baseScale: 0,
    quoteScale: scale,
    tickSize: price(of.tickAt(monthClose)),
    lotSize: quantity(1n),
    quantityMin: quantity(1n),
    quantityMax: quantity(100_000n),
    valueMin: whole(of.valueMin),
    valueMax: whole(of.valueMax),
    ...stockProtection(RUPEE_SCALE, of.cheapBelow),
    lockDays: listing.lockDays,
    bandRateBps: listing.band.percent * 100,
    bandKind: listing.band.kind,
  };
}

/** Exact decimal text such as `0.0001` as decimals and units: `{ decimals: 4, units: 1n }`. */
export function decimalOf(text: string): { decimals: number; units: bigint } {
  const [whole = '0', fraction = ''] = text.split('.');
  return { decimals: fraction.length, units: BigInt(whole + fraction) };
}

function spotDefinition(pair: {
  listing: Pick<CoinListing, 'asset' | 'name' | 'description' | 'step' | 'protectionBps'>;
  quote: 'USDT' | 'INR';
  tick: { decimals: number; units: bigint };
}): InstrumentDefinition {
  const { listing, quote, tick } = pair;
  const step = decimalOf(listing.step);
  const lotSize = quantity(step.units * 10n ** BigInt(COIN_SCALE - step.decimals));
  const symbol = `${listing.asset}-${quote}`;
  return {
    id: pairId(listing.asset, quote),
    kind: 'spot',
    venue: spot.venues[0],
    symbol,
    name: listing.name,
    description: listing.description,
    hasDerivatives: false,
    baseAsset: assetId(listing.asset),
    quoteAsset: assetId(quote),
    quoteIsCoin: quote === 'USDT',
    priceScale: tick.decimals,
    baseScale: COIN_SCALE,
    quoteScale: quote === 'USDT' ? COIN_SCALE : RUPEE_SCALE,
    tickSize: price(tick.units),
    lotSize,
    quantityMin: lotSize,
    quantityMax: quantity(lotSize * 100_000_000n),
    valueMin: quote === 'USDT' ? tethers(5n) : rupees(100n),
    valueMax: quote === 'USDT' ? tethers(5_000_000n) : rupees(500_000_000n),
    protectionBps: listing.protectionBps,
    lockDays: 0,
  };
}

export const tether = {
  asset: 'USDT',
  name: 'Tether',
  description: 'Stablecoin meant to be worth one US dollar.',
  step: '0.01',
  protectionBps: 100,
} as const;

/** Coin pairs do not change with the month: their ticks come from a table. */
export const spotDefinitions: readonly InstrumentDefinition[] = [
  ...coinListings.map((listing) => spotDefinition({ listing, quote: 'USDT', tick: decimalOf(listing.tick) })),
  ...coinListings
    .filter((listing) => listing.hasRupeePair)
    .map((listing) =>
      spotDefinition({ listing, quote: 'INR', tick: rupeePairTick(listing.anchorLevel * rupeesPerTether) }),
    ),
  spotDefinition({ listing: tether, quote: 'INR', tick: rupeePairTick(rupeesPerTether) }),
];

export function indexDefinitionsOf(of: ExchangeCatalogue): readonly IndexDefinition[] {
  return of.indices.map((listing) => ({
    id: shareId(of, listing.symbol),
    venue: of.exchange.venue,
    symbol: listing.symbol,
    name: listing.name,
    description: listing.description,
    priceScale: RUPEE_SCALE,
    members: listing.members.map((member) => ({
      instrumentId: shareId(of, member.symbol),
      units: member.units,
    })),
  }));
}
