import type { HoldKey } from '#model/hold.ts';
import type { AssetId, InstrumentId } from '#values/index.ts';

/** Key of the margin behind a position within the day: a hold of its own. */
export function marginKey(instrumentId: InstrumentId, assetId: AssetId): HoldKey {
  return { ownerKind: 'margin', ownerId: instrumentId, wallet: 'stock', assetId };
}
