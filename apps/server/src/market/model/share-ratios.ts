import { type WorthRatio, worthRatio } from '@tarazu/core';
import { divide, type Price, price } from '@tarazu/core/values';
import type { CataloguedAction, CorporateActionRow } from '#market/catalogue/corporate-actions.ts';
import { dayFromText } from '#platform/time/days.ts';

/** How many shares of now one share of then is worth: `after` for `before`. */
export type ShareRatio = WorthRatio;

/** A day from which a share is worth another sum than before, for no reason of the market's. */
export interface WorthChange {
  readonly actionId: string;
  readonly day: number;
  readonly ratio: ShareRatio;
  /** The last close with the right to new shares, for a rights issue. */
  readonly priceCum?: Price;
}

interface DatedAction {
  readonly row: CataloguedAction;
  /** Of its record date. */
  readonly day: number;
}

/** The model's close of the last trading day before a day: in the share that the model knows. */
type CloseBefore = (instrumentId: string, day: number) => bigint;

const SAME: ShareRatio = { before: 1n, after: 1n };
const RUPEE = 100n;

/**
 * Corporate actions as the model's prices need them: the
 * model knows one share from its first day to its last.
 */
export class ShareRatios {
  readonly #rows: readonly CataloguedAction[];
  readonly #closeBefore: CloseBefore;
  /** The actions that change each share, oldest first. */
  readonly #dated: ReadonlyMap<string, readonly DatedAction[]>;
  readonly #changes = new Map<string, WorthChange>();
  readonly #announced = new Map<string, CorporateActionRow>();

  constructor(rows: readonly CataloguedAction[], closeBefore: CloseBefore) {
    this.#rows = rows;
    this.#closeBefore = closeBefore;
    const changing = rows
      .filter(({ terms }) => terms.kind !== 'dividend')
      .map((row) => ({ row, day: dayFromText(row.recordDate) }))
      .sort((one, other) => one.day - other.day);
    this.#dated = Map.groupBy(changing, ({ row }) => row.instrumentId);
  }

  /**
   * The actions that are announced until a day: an issue price stands on a close that is not known before.
   */
  announced(untilDay: number): readonly CorporateActionRow[] {
    return this.#rows
      .filter(({ announcedOn }) => dayFromText(announcedOn) <= untilDay)
      .map((row) => this.#announced.getOrInsertComputed(row.id, () => this.#announcedOf(row)));
  }

  /** From the model's share to that of a day; with `sinceDay` from the share of that day. */
  at(instrumentId: string, day: number, sinceDay = Number.NEGATIVE_INFINITY): ShareRatio {
    if (!this.#dated.has(instrumentId)) return SAME;
    let [before, after] = [1n, 1n];
    for (const change of this.changes(instrumentId, day)) {
      if (change.day <= sinceDay) continue;
      before *= change.ratio.before;
      after *= change.ratio.after;
    }
    return before === after ? SAME : { before, after };
  }

  /** The changes of a share until a day, oldest first. */
  changes(instrumentId: string, untilDay: number): WorthChange[] {
    const dated = this.#dated.get(instrumentId) ?? [];
    return dated
      .filter(({ day }) => day <= untilDay)
      .map((one) => this.#changes.getOrInsertComputed(one.row.id, () => this.#changeOf(one)));
  }

  #changeOf({ row, day }: DatedAction): WorthChange {
    const { id: actionId, instrumentId, terms } = row;
    if (terms.kind === 'dividend') return { actionId, day, ratio: SAME };
    if (terms.kind !== 'rights') return { actionId, day, ratio: worthRatio(terms) };
    const priceCum = this.#priceBefore(instrumentId, day);
    const priceIssue = this.#priceIssue(row, terms.discountPercent);
    const { kind, sharesHeld, sharesOffered } = terms;
    return {
      actionId,
      day,
      ratio: worthRatio({ kind, sharesHeld, sharesOffered, priceIssue, priceCum }),
      priceCum,
    };
  }

  #announcedOf({ terms, ...row }: CataloguedAction): CorporateActionRow {
    if (terms.kind !== 'rights') return { ...row, terms };
    const { discountPercent, ...rest } = terms;
    return { ...row, terms: { ...rest, priceIssue: this.#priceIssue(row, discountPercent) } };
  }

  /** So much below the close before the announcement, rounded down to whole rupees. */
  #priceIssue(
    { instrumentId, announcedOn }: Pick<CataloguedAction, 'instrumentId' | 'announcedOn'>,
    discountPercent: number,
  ): Price {
    const close = this.#priceBefore(instrumentId, dayFromText(announcedOn));
    const dividend = close * BigInt(100 - discountPercent);
    const rupees = divide({ dividend, divisor: 100n * RUPEE, rounding: 'down' });
    return price((rupees > 0n ? rupees : 1n) * RUPEE);
  }

  /** The close before a day, in the share of that time. */
  #priceBefore(instrumentId: string, day: number): Price {
    return price(newPrice(this.#closeBefore(instrumentId, day), this.at(instrumentId, day - 1)));
  }
}

export function isSame({ before, after }: ShareRatio): boolean {
  return before === after;
}

/**
 * A price of the old share as one of the new, rounded half
 * up: the same for every price, so that a bar stays a bar.
 */
export function newPrice(old: bigint, { before, after }: ShareRatio): bigint {
  return divide({ dividend: old * before, divisor: after, rounding: 'half-up' });
}

/** A quantity of old shares as new ones. */
export function newQuantity(old: bigint, { before, after }: ShareRatio): bigint {
  return divide({ dividend: old * after, divisor: before, rounding: 'down' });
}
