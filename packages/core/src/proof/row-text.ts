import { decodeCommand, decodeMarketMakerDepth } from '#codec/journal-codec.ts';
import type { Hasher } from '#hash/bytes.ts';
import type { Command, MarketMakerDepth } from '#model/command.ts';
import type { JournalEntry } from '#proof/fill-opening.ts';
import { partsLeafHash, type ToldPart, textHasher } from '#proof/row-parts.ts';
import { assert } from '#values/index.ts';

/* Reading a row of the journal as its text has it: integers stand there with a mark before them. */

export type RowText = NonNullable<JournalEntry['text']>;
export type Told = Readonly<Record<string, unknown>>;

/**
 * An order as a row tells it, with its fills in that row;
 * of another's order only the fills up to the own one.
 */
export interface ToldInRow {
  readonly order: Told;
  readonly fills: readonly Told[];
  /** The order met more than this row has, and goes on in others. */
  readonly goesOn: boolean;
}

/** A row with its command read, and the orders that its outcome tells: of a basket one for each leg. */
export interface ReadRow {
  /** Absent where it is another customer's. */
  readonly command?: Command;
  readonly depths: readonly MarketMakerDepth[];
  readonly orders: readonly ToldInRow[];
  readonly outcome: Told;
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

function readRow({ command, marketMakerDepth, outcome }: RowText): ReadRow {
  // Rows of before format 2 of the journal call the environment a lane.
  const told = recordOf(JSON.parse(outcome.replaceAll('"lane":', '"environment":')));
  const legs = told['type'] === 'basket' ? listOf(told['legs']) : told['type'] === 'order' ? [told] : [];
  return {
    command: decodeCommand(command),
    depths: decodeMarketMakerDepth(marketMakerDepth),
    outcome: told,
    orders: legs.map((leg) => ({
      order: recordOf(leg['order']),
      fills: listOf(leg['fills']),
      goesOn: leg['goesOn'] === true,
    })),
  };
}

/**
 * The same of the parts that are told. The names say what stands where: they are
 * bound by the leaf, and one name is one part.
 */
function readParts(parts: readonly ToldPart[]): ReadRow {
  const names = new Set(parts.map(({ name }) => name));
  assert(names.size === parts.length, 'Condition: each part of a row is told once');
  const texts = new Map(parts.map(({ name, told }) => [name, told?.text]));
  const told = (name: string): unknown => JSON.parse(texts.get(name) ?? 'null');
  const command = texts.get('command');
  return {
    ...(command !== undefined && { command: decodeCommand(command) }),
    depths: decodeMarketMakerDepth(texts.get('depths') ?? JSON.stringify(depthsOf(names, told))),
    outcome: recordOf(told('outcome')),
    orders: placesOf(names, 'order').map((at) => legOf(names, { told, at })),
  };
}

function depthsOf(names: ReadonlySet<string>, told: (name: string) => unknown): Told[] {
  return placesOf(names, 'depth')
    .map((at) => ({ depth: told(`depth ${at}`), orderId: told(`depthOrder ${at}`) }))
    .filter(({ depth }) => depth !== null)
    .map(({ depth, orderId }) => ({ ...recordOf(depth), ...(orderId !== null && { orderId }) }));
}

/** The fills that are told of an order are its first ones, and of the own order all of them. */
function legOf(
  names: ReadonlySet<string>,
  { told, at }: { readonly told: (name: string) => unknown; readonly at: string },
): ToldInRow {
  const leg = recordOf(told(`order ${at}`));
  const all = placesOf(names, `fill ${at}`).map((place) => ({
    fill: told(`fill ${at} ${place}`),
    taker: told(`taker ${at} ${place}`),
    maker: told(`maker ${at} ${place}`),
  }));
  const hidden = all.findIndex(({ fill }) => fill === null);
  const first = hidden < 0 ? all : all.slice(0, hidden);
  assert(
    all.slice(first.length).every(({ fill }) => fill === null),
    'Condition: the fills before one that is told are told',
  );
  const count = leg['fills'];
  assert(count === undefined || count === first.length, 'Condition: each fill of the own order is told');
  return {
    order: recordOf(leg['order']),
    goesOn: leg['goesOn'] === true || recordOf(told('outcome'))['goesOn'] === true,
    fills: first.map(({ fill, ...sides }) => ({ ...recordOf(fill), ...sides })),
  };
}

/** The places that parts of a kind have, from 0 and without a gap. */
function placesOf(names: ReadonlySet<string>, kind: string): string[] {
  const places: string[] = [];
  while (names.has(`${kind} ${places.length}`)) places.push(String(places.length));
  return places;
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
