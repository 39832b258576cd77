import { divide } from '@tarazu/core/values';
import { dayFromText } from '#market/calendar/days.ts';
import type { CorporateActionRow } from '#market/catalogue/corporate-actions.ts';

/** How many shares of now one share of then is: `after` for `before`. */
export interface ShareRatio {
  readonly before: bigint;
  readonly after: bigint;
}

const SAME: ShareRatio = { before: 1n, after: 1n };

/** Splits and bonuses as the model's prices need them: the model knows one share from its first day to its last. */
export class ShareRatios {
  readonly #changes = new Map<string, { readonly day: number; readonly ratio: ShareRatio }[]>();

  constructor(rows: readonly CorporateActionRow[]) {
    for (const { instrumentId, recordDate, terms } of rows) {
      if (terms.kind === 'dividend') continue;
      const ratio = { before: terms.sharesBefore, after: terms.sharesAfter };
      const known = this.#changes.get(instrumentId) ?? [];
      this.#changes.set(instrumentId, [...known, { day: dayFromText(recordDate), ratio }]);
    }
  }

  /** From the model's share to that of a day; with `sinceDay` from the share of that day. */
  at(instrumentId: string, day: number, sinceDay = Number.NEGATIVE_INFINITY): ShareRatio {
    const changes = this.#changes.get(instrumentId);
    if (changes === undefined) return SAME;
    let [before, after] = [1n, 1n];
    for (const change of changes) {
      if (change.day > day || change.day <= sinceDay) continue;
      before *= change.ratio.before;
      after *= change.ratio.after;
    }
    return { before, after };
  }
}

export function isSame({ before, after }: ShareRatio): boolean {
  return before === after;
}

/** A price of the old share as one of the new, rounded half up: the same for every price, so that a bar stays a bar. */
export function newPrice(old: bigint, { before, after }: ShareRatio): bigint {
  return divide({ dividend: old * before, divisor: after, rounding: 'half-up' });
}

/** A quantity of old shares as new ones. */
export function newQuantity(old: bigint, { before, after }: ShareRatio): bigint {
  return divide({ dividend: old * after, divisor: before, rounding: 'down' });
}
