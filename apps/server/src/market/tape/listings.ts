import { assetId, type Quantity, quantity } from '@tarazu/core/values';
import type { InstrumentDefinition, MarketSource } from '#market/source.ts';
import type { Listing } from '#ports.ts';

/**
 * Stocks, coins and indices as lists show them. An index has a value in its own currency and cannot be owned.
 */
export function listingsOf(source: MarketSource, atMs: number): Listing[] {
  const instruments = source.instruments(atMs).map((definition) => listingOf(definition, source, atMs));
  const indices = source.indices(atMs).map(
    (definition): Listing => ({
      instrumentId: definition.id,
      kind: 'index',
      symbol: definition.symbol,
      name: definition.name,
      baseAsset: assetId(definition.symbol),
      quoteAsset: assetId('INR'),
      priceScale: definition.priceScale,
      baseScale: 0,
      quoteScale: 2,
      members: definition.members.map((member) => member.instrumentId),
      averageDailyVolume: quantity(0n),
    }),
  );
  return [...instruments, ...indices];
}

/**
 * The mean volume of weeks is read when it is first asked for: to add up the minutes of every share and coin
 * would take longer than all the rest of the market's start.
 */
function listingOf(definition: InstrumentDefinition, source: MarketSource, atMs: number): Listing {
  const { id, kind, symbol, name, sector, baseAsset, quoteAsset, priceScale, baseScale, quoteScale } =
    definition;
  let volume: Quantity | undefined;
  return {
    instrumentId: id,
    kind,
    symbol,
    name,
    ...(sector === undefined ? {} : { sector }),
    baseAsset,
    quoteAsset,
    priceScale,
    baseScale,
    quoteScale,
    get averageDailyVolume() {
      volume ??= source.averageDailyVolume(id, atMs);
      return volume;
    },
  };
}
