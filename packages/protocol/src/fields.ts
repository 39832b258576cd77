import { COUNTRY_CODES } from '@tarazu/core/countries';
import * as z from 'zod/mini';

/**
 * Fields that several calls share, checked once here and never parsed again. Amounts, prices, quantities and
 * rates stay decimal text, which only the engine's edge turns into integers.
 */

/** ASCII digits with at most one point, at most 12 whole digits. */
export const decimalInput = z
  .string()
  .check(z.regex(/^\d{1,12}(\.\d{1,18})?$/, 'must be a plain decimal number such as 12.50'));
/** A percentage with at most two decimals. */
export const percentInput = z
  .string()
  .check(z.regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a percentage such as 1.5'));
export const clientIdInput = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{8,36}$/, 'must be 8 to 36 letters, digits, _ or -'));
export const idInput = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be an id as given by a list'));
/** `NSE_SIM:ARUNA`. */
export const instrumentIdInput = z
  .string()
  .check(z.regex(/^[A-Z0-9_]{3,12}:[A-Z0-9&-]{1,20}$/, 'must be an instrument id such as NSE_SIM:ARUNA'));
/** Several of them, with commas between: at most as many as a page has. */
export const instrumentIdsInput = z
  .string()
  .check(
    z.regex(
      /^[A-Z0-9_]{3,12}:[A-Z0-9&-]{1,20}(,[A-Z0-9_]{3,12}:[A-Z0-9&-]{1,20}){0,99}$/,
      'must be 1 to 100 instrument ids with commas, such as NSE_SIM:ARUNA,NSE_SIM:BHUMI',
    ),
  );
export const cursorInput = z.optional(
  z.string().check(z.regex(/^[A-Za-z0-9_-]{1,80}$/, 'must be the next of a list')),
);
export const limitInput = z.optional(
  z.string().check(z.regex(/^([1-9]\d?|100)$/, 'must be a whole number from 1 to 100')),
);
export const instantInput = z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'must be epoch milliseconds')));
export const sideInput = z.enum(['buy', 'sell']);
export const countryField = z.enum(COUNTRY_CODES);
export const countryInput = z.optional(countryField);

/** One paragraph in somebody's own words. */
export const textInput = (lengthMin: number, lengthMax: number) =>
  z
    .string()
    .check(
      z.refine(
        (value) => value.trim().length >= lengthMin && value.length <= lengthMax && !/\p{C}/u.test(value),
        `must be a text of ${lengthMin} to ${lengthMax} characters`,
      ),
    );

export const CANDLE_INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];
export const intervalInput = z.enum(CANDLE_INTERVALS);

/** Decimal text of the reply. Signed where the meaning is a change or a profit. */
export const decimal = z.string();
/** Epoch milliseconds, UTC. */
export const instant = z.number();
export const environmentField = z.enum(['real', 'demo']);

/** End of the address in a mail, behind `link=`. */
export const mailLink = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{20,200}$/, 'must be the end of the link in the mail'));

export const empty = z.strictObject({});
export const nothing = z.object({});

/** A page of a list, newest first; `next` is given back to read on, and absent at the end. */
export function listOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ list: z.array(item), next: z.optional(z.string()) });
}

/** Kind of market behind a price (article 5): shown on every screen with a quote. */
export const marketLabel = z.object({
  kind: z.enum(['simulated', 'recorded', 'live']),
  /** The recorded day, `2015-03-02`, for kind `recorded`. */
  date: z.optional(z.string()),
  source: z.optional(z.string()),
  /** The seed was given by hand: anyone who knows it knows the prices beforehand. */
  isTest: z.optional(z.literal(true)),
});

export const sessionField = z.object({
  state: z.enum(['open', 'closed']),
  /** When it next changes; absent where it never does. */
  changesAtMs: z.optional(instant),
  hours: z.enum(['always', 'calendar']),
});

/** The confirmation of an order above a tenth of an average day of its share. */
export const confirmLargeInput = z.optional(z.enum(['true', 'false']));

/** Answer of a browser about a passkey, as JSON text. */
export const passkeyCredential = z
  .string()
  .check(
    z.regex(/^\{.*\}$/s, 'must be the JSON of a passkey’s answer'),
    z.maxLength(8_000, 'must be the JSON of a passkey’s answer'),
  );
