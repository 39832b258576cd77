import type { Tracked } from '#ledger/recorder.ts';
import type { Lot } from '#model/ledger.ts';
import type { AssetId } from '#values/index.ts';

/** When time next changes a lot: it becomes usable, and after that proceeds may be withdrawn. */
export function changesAtMs({ kind, settled, usableAtMs, withdrawableAtMs }: Lot): number {
  if (!settled) return usableAtMs;
  return kind === 'proceeds' ? withdrawableAtMs : Number.POSITIVE_INFINITY;
}

/**
 * Lots of one account that time still changes, by asset: those of the last days, however many others there
 * are that were settled long ago.
 */
export class ChangingLots {
  readonly #byAsset = new Map<AssetId, Set<Tracked<Lot>>>();

  /** Takes a lot in that is new or has changed, or lets it go where time changes it no more. */
  note(lot: Tracked<Lot>): void {
    if (changesAtMs(lot.row) === Number.POSITIVE_INFINITY) this.forget(lot);
    else this.#byAsset.getOrInsertComputed(lot.row.assetId, () => new Set()).add(lot);
  }

  forget(lot: Tracked<Lot>): void {
    const { assetId } = lot.row;
    const lots = this.#byAsset.get(assetId);
    if (lots?.delete(lot) && lots.size === 0) this.#byAsset.delete(assetId);
  }

  clear(): void {
    this.#byAsset.clear();
  }

  get assets(): AssetId[] {
    return [...this.#byAsset.keys()].sort();
  }

  /** Those of an asset, oldest first. */
  of(assetId: AssetId): Tracked<Lot>[] {
    const lots = this.#byAsset.get(assetId);
    return lots ? [...lots].sort(({ row: one }, { row: other }) => olderLotFirst(one, other)) : [];
  }

  /** When the first of them changes. */
  get firstAtMs(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const lots of this.#byAsset.values())
      for (const { row } of lots) first = Math.min(first, changesAtMs(row));
    return first;
  }
}

function olderLotFirst(one: Lot, other: Lot): number {
  return one.sequence - other.sequence || one.index - other.index;
}
