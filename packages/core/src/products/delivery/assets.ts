import type { Instrument } from '#model/instrument.ts';
import { type AssetId, assetId } from '#values/index.ts';

/** The asset in which entitlements to new shares of a company are counted. */
export function entitlementAsset({ symbol }: Pick<Instrument, 'symbol'>): AssetId {
  return assetId(`RE:${symbol}`);
}
