import { assetId, quantity } from '@tarazu/core/values';
import type { MarketSource } from '#market/source.ts';
import type { Listing } from '#ports.ts';

/** Stocks, coins and indices as lists show them. An index has a value in its own currency and cannot be owned. */
export function listingsOf(source: MarketSource, atMs: number): Listing[] {
  const instruments = source.instruments(atMs).map(
    (definition): Listing => ({
      instrumentId: definition.id,
      kind: definition.kind,
      symbol: definition.symbol,
      name: definition.name,
      ...(definition.sector === undefined ? {} : { sector: definition.sector }),
      baseAsset: definition.baseAsset,
      quoteAsset: definition.quoteAsset,
      priceScale: definition.priceScale,
      baseScale: definition.baseScale,
      quoteScale: definition.quoteScale,
      averageDailyVolume: source.averageDailyVolume(definition.id, atMs),
    }),
  );
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
