import { decodeCommand } from '#codec/journal-codec.ts';
import { type Hasher, hexOf, textBytes } from '#hash/bytes.ts';
import type { Command } from '#model/command.ts';
import type { JournalEntry } from '#proof/fill-opening.ts';

/* Reading a row of the journal as its text has it: integers stand there with a mark before them. */

export type RowText = NonNullable<JournalEntry['text']>;
export type Told = Readonly<Record<string, unknown>>;

/** An order as a row tells it, with its fills in that row. */
export interface ToldInRow {
  readonly order: Told;
  readonly fills: readonly Told[];
}

/** A row with its command read, and the orders that its outcome tells: of a basket one for each leg. */
export interface ReadRow {
  readonly command: Command;
  readonly orders: readonly ToldInRow[];
  readonly outcome: Told;
}

/** The hash of a row of the journal, as the writer makes it; undefined where its text is not disclosed. */
export function rowLeafHash(
  hash: Hasher,
  { sequence, atMs, text }: Omit<JournalEntry, 'leafHash'>,
): string | undefined {
  if (text === undefined) return undefined;
  const { command, marketMakerDepth, outcome } = text;
  return hexOf(hash(textBytes(`${sequence}\n${atMs}\n${command}\n${marketMakerDepth}\n${outcome}`)));
}

export function readRow({ command, outcome }: RowText): ReadRow {
  // Rows of before format 2 of the journal call the environment a lane.
  const told = recordOf(JSON.parse(outcome.replaceAll('"lane":', '"environment":')));
  const legs = told['type'] === 'basket' ? listOf(told['legs']) : told['type'] === 'order' ? [told] : [];
  return {
    command: decodeCommand(command),
    outcome: told,
    orders: legs.map((leg) => ({ order: recordOf(leg['order']), fills: listOf(leg['fills']) })),
  };
}

export function orderInRow(row: ReadRow, orderId: string | undefined): ToldInRow | undefined {
  return row.orders.find(({ order }) => String(order['id']) === orderId);
}

export function recordOf(value: unknown): Told {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

export function listOf(value: unknown): readonly Told[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

/** An integer of the smallest unit, which a row's text has behind a mark. */
export function unitsOf(value: unknown): bigint {
  return BigInt(String(value).replace(/^#/, ''));
}

export function sumOf(values: readonly unknown[]): bigint {
  return values.reduce<bigint>((sum, value) => sum + unitsOf(value), 0n);
}
