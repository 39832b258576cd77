import { decodeCommand, decodeMarketMakerDepth } from '#codec/journal-codec.ts';
import type { Hasher } from '#hash/bytes.ts';
import type { Command, MarketMakerDepth } from '#model/command.ts';
import { isProductName, type ProductName } from '#model/product-name.ts';
import type { JournalEntry } from '#proof/fill-opening.ts';
import { type DisclosedPart, partsLeafHash, textHasher } from '#proof/row-parts.ts';
import { RULES_VERSION_FIRST } from '#rules-version.ts';
import { assert } from '#values/index.ts';

/* Reading a row of the journal as its text has it: integers stand there with a mark before them. */

export type RowText = NonNullable<JournalEntry['text']>;
export type Disclosed = Readonly<Record<string, unknown>>;

/**
 * An order as a row tells it, with its fills in that row;
 * of another's order only the fills up to the own one.
 */
export interface DisclosedInRow {
  readonly order: Disclosed;
  readonly fills: readonly Disclosed[];
  /** The order met more than this row has, and goes on in others. */
  readonly goesOn: boolean;
}

/** A row with its command read, and the orders that its outcome tells: of a basket one for each leg. */
export interface ReadRow {
  /** Absent where it is another customer's. */
  readonly command?: Command;
  readonly depths: readonly MarketMakerDepth[];
  readonly orders: readonly DisclosedInRow[];
  readonly outcome: Disclosed;
}

/** The hash of a row of the journal, as the writer makes it; undefined where nothing of it is disclosed. */
export function rowLeafHash(
  hash: Hasher,
  { sequence, atMs, text, parts }: Omit<JournalEntry, 'leafHash'>,
): string | undefined {
  const hashText = textHasher(hash);
  if (parts !== undefined) return partsLeafHash(hashText, { sequence, atMs, parts });
  if (text === undefined) return undefined;
  const { command, marketMakerDepth, outcome } = text;
  return hashText(`${sequence}\n${atMs}\n${command}\n${marketMakerDepth}\n${outcome}`);
}

/** The disclosed parts of a row; undefined where nothing of it is. */
export function readEntry({ text, parts }: Pick<JournalEntry, 'text' | 'parts'>): ReadRow | undefined {
  if (parts !== undefined) return readParts(parts);
  return text && readRow(text);
}

/** Version of the rules that decided a row; undefined where its command is another customer's. */
export function rulesVersionIn({ text, parts }: Pick<JournalEntry, 'text' | 'parts'>): number | undefined {
  const command = parts ? parts.find(({ name }) => name === 'command')?.disclosed?.text : text?.command;
  if (command === undefined) return undefined;
  const version = recordOf(JSON.parse(command))['rulesVersion'];
  return typeof version === 'number' ? version : RULES_VERSION_FIRST;
}

function readRow({ command, marketMakerDepth, outcome }: RowText): ReadRow {
  // Replay before `format 2`: the environment was called a lane.
  const outcomeFields = recordOf(JSON.parse(outcome.replaceAll('"lane":', '"environment":')));
  const legs =
    outcomeFields['type'] === 'basket'
      ? listOf(outcomeFields['legs'])
      : outcomeFields['type'] === 'order'
        ? [outcomeFields]
        : [];
  return {
    command: decodeCommand(command),
    depths: decodeMarketMakerDepth(marketMakerDepth),
    outcome: outcomeFields,
    orders: legs.map((leg) => ({
      order: recordOf(leg['order']),
      fills: listOf(leg['fills']),
      goesOn: leg['goesOn'] === true,
    })),
  };
}

/** Disclosed parts of a row by their names, which the leaf binds: one name is one part. */
function readParts(parts: readonly DisclosedPart[]): ReadRow {
  const names = new Set(parts.map(({ name }) => name));
  assert(names.size === parts.length, 'Condition: each part of a row is disclosed once');
  const texts = new Map(parts.map(({ name, disclosed }) => [name, disclosed?.text]));
  const partOf = (name: string): unknown => JSON.parse(texts.get(name) ?? 'null');
  const command = texts.get('command');
  return {
    ...(command !== undefined && { command: decodeCommand(command) }),
    depths: decodeMarketMakerDepth(texts.get('depths') ?? JSON.stringify(depthsOf(names, partOf))),
    outcome: recordOf(partOf('outcome')),
    orders: placesOf(names, 'order').map((at) => legOf(names, { partOf, at })),
  };
}

function depthsOf(names: ReadonlySet<string>, partOf: (name: string) => unknown): Disclosed[] {
  return placesOf(names, 'depth')
    .map((at) => ({ depth: partOf(`depth ${at}`), orderId: partOf(`depthOrder ${at}`) }))
    .filter(({ depth }) => depth !== null)
    .map(({ depth, orderId }) => ({ ...recordOf(depth), ...(orderId !== null && { orderId }) }));
}

/** The fills that are disclosed of an order are its first ones, and of the own order all of them. */
function legOf(
  names: ReadonlySet<string>,
  { partOf, at }: { readonly partOf: (name: string) => unknown; readonly at: string },
): DisclosedInRow {
  const leg = recordOf(partOf(`order ${at}`));
  const all = placesOf(names, `fill ${at}`).map((place) => ({
    fill: partOf(`fill ${at} ${place}`),
    taker: partOf(`taker ${at} ${place}`),
    maker: partOf(`maker ${at} ${place}`),
  }));
  const hidden = all.findIndex(({ fill }) => fill === null);
  const first = hidden < 0 ? all : all.slice(0, hidden);
  assert(
    all.slice(first.length).every(({ fill }) => fill === null),
    'Condition: the fills before one that is disclosed are disclosed',
  );
  const count = leg['fills'];
  assert(count === undefined || count === first.length, 'Condition: each fill of the own order is disclosed');
  return {
    order: recordOf(leg['order']),
    goesOn: leg['goesOn'] === true || recordOf(partOf('outcome'))['goesOn'] === true,
    fills: first.map(({ fill, ...sides }) => ({ ...recordOf(fill), ...sides })),
  };
}

/** The places that parts of a kind have, from 0 and without a gap. */
function placesOf(names: ReadonlySet<string>, kind: string): string[] {
  const places: string[] = [];
  while (names.has(`${kind} ${places.length}`)) places.push(String(places.length));
  return places;
}

export function orderInRow(row: ReadRow, orderId: string | undefined): DisclosedInRow | undefined {
  return row.orders.find(({ order }) => String(order['id']) === orderId);
}

/**
 * The product that an order names in the text of a row: its terms stand under the product's name, in some
 * versions under `productTerms`.
 */
export function productInRow(order: Disclosed): ProductName | undefined {
  const name = recordOf(order['productTerms'])['name'];
  const names = typeof name === 'string' ? [name] : Object.keys(order);
  return names.find(isProductName);
}

export function recordOf(value: unknown): Disclosed {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

export function listOf(value: unknown): readonly Disclosed[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

/** An integer of the smallest unit, which a row's text has behind a mark. */
export function unitsOf(value: unknown): bigint {
  return BigInt(String(value).replace(/^#/, ''));
}

export function sumOf(values: readonly unknown[]): bigint {
  return values.reduce<bigint>((sum, value) => sum + unitsOf(value), 0n);
}
