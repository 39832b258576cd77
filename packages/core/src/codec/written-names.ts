/*
 * Names that the journal and the tables have kept from their first version on, where the code has the trade's
 * word since (the glossary's *Names that stay*).
 */
import type { FillParty, OrderConditions } from '#model/order.ts';

/** Conditions of an order as they are written: `firedAtMs` says when the order was triggered. */
export function writtenConditions(conditions: OrderConditions): object {
  const { triggeredAtMs } = conditions;
  if (triggeredAtMs === undefined) return conditions;
  return renamed(conditions, { triggeredAtMs: ['firedAtMs', triggeredAtMs] });
}

/** A side of a fill as it is written: `house` says whether it is the market maker. */
export function writtenParty(party: FillParty): object {
  return renamed(party, { isMarketMaker: ['house', party.isMarketMaker] });
}

/** An object that was written, with the names of now; for `readText`. */
export function withPresentNames(item: object): object {
  if ('firedAtMs' in item) return renamed(item, { firedAtMs: ['triggeredAtMs', item.firedAtMs] });
  if ('house' in item) return renamed(item, { house: ['isMarketMaker', item.house] });
  return item;
}

/**
 * Fields under other names and with other values, each in its place: the text that is hashed stays the same.
 */
export function renamed(
  item: object,
  names: Readonly<Record<string, readonly [name: string, value: unknown]>>,
): object {
  const fields = Object.entries(item).map(([name, value]) => names[name] ?? [name, value]);
  return Object.fromEntries(fields);
}
