import { createHmac } from 'node:crypto';
import { marketKeyCommitment } from '@tarazu/core/proof';
import { dayText } from '#platform/time/days.ts';

const KEY_BYTES = 16;

/**
 * The keys from which a market makes its days: `HMAC-SHA-256(secret, tarazu market-day|NAME)`, the first 128
 * bits. Neither the secret nor another day's key follows from one of them, nor the same day's key of a later
 * market with the same seed, whose days have names of their own.
 */
export class DayKeys {
  /** The first day that has a key: those before it are the public past. */
  readonly firstDay: number;
  readonly #secret: Buffer;
  readonly #marketNumber: number;
  readonly #areKeysByDate: boolean;

  constructor(setting: {
    readonly secret: Buffer;
    readonly firstDay: number;
    readonly marketNumber: number;
    /** Of a market that began when keys had no market's number: it goes on with them. */
    readonly areKeysByDate?: boolean;
  }) {
    this.firstDay = setting.firstDay;
    this.#secret = setting.secret;
    this.#marketNumber = setting.marketNumber;
    this.#areKeysByDate = setting.areKeysByDate ?? false;
  }

  /** Not to be shown to anybody before the day is over. */
  keyOf(day: number): Buffer {
    const name = this.#areKeysByDate ? dayText(day) : this.nameOf(day);
    return createHmac('sha256', this.#secret)
      .update(`tarazu market-day|${name}`)
      .digest()
      .subarray(0, KEY_BYTES);
  }

  /** How the journal names a day: the second market of an installation has days of its own. */
  nameOf(day: number): string {
    return marketDayName(dayText(day), this.#marketNumber);
  }

  /** The part that is published before the day, and the part that follows it. */
  publishedOf(day: number): { readonly day: string; readonly commitment: string; readonly key: string } {
    const name = this.nameOf(day);
    const key = this.keyOf(day).toString('hex');
    return { day: name, commitment: marketKeyCommitment({ day: name, key }), key };
  }
}

export function marketDayName(date: string, marketNumber: number): string {
  return marketNumber === 1 ? date : `${date} market ${marketNumber}`;
}
