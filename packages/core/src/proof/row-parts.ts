import { type Hasher, hexOf, textBytes } from '#hash/bytes.ts';

/*
 * Leaf of a row in which customers meet, over its parts, each under a hash with a salt of its own: whoever
 * has some parts and the hashes of the others makes the same leaf.
 */

export interface RowPart {
  readonly name: string;
  readonly text: string;
}

/** A part as it is disclosed: by its hash, and where it is the asker's with its text and its salt. */
export interface DisclosedPart {
  readonly name: string;
  readonly hash: string;
  readonly disclosed?: { readonly text: string; readonly salt: string } | undefined;
}

interface PartedText {
  readonly command: string;
  readonly marketMakerDepth: string;
  readonly outcome: string;
}

/** At the end of the command's text: it names the second version of the leaf, and is in no part. */
const SECRET = /,"leafSecret":"([0-9a-f]{32})"\}$/;
const PART_DOMAIN = 'tarazu part of a row 2';
const LEAF_DOMAIN = 'tarazu row in parts 2';

/** The text of a command in the journal whose row has a leaf over parts. */
export function withLeafSecret(command: string, secret: string): string {
  return `${command.slice(0, -1)},"leafSecret":"${secret}"}`;
}

/** The text as the command alone gives it. */
export function withoutLeafSecret(command: string): string {
  return command.replace(SECRET, '}');
}

/** Of what the salts of the row's parts are made; undefined for a row whose leaf is the hash of its text. */
export function leafSecretOf(command: string): string | undefined {
  return SECRET.exec(command)?.[1];
}

/** The parts of a row, of which each belongs to one customer, or to nobody. */
export function rowParts({ command, marketMakerDepth, outcome }: PartedText): RowPart[] {
  return [
    { name: 'command', text: withoutLeafSecret(command) },
    ...depthParts(marketMakerDepth),
    ...outcomeParts(outcome),
  ];
}

/** SHA-256 of a text in UTF-8, in hexadecimal: the writer's machine has a quick one. */
export type TextHasher = (text: string) => string;

export function textHasher(hash: Hasher): TextHasher {
  return (text) => hexOf(hash(textBytes(text)));
}

export function partHash(
  hash: TextHasher,
  { name, text, salt }: RowPart & { readonly salt: string },
): string {
  return hash(`${PART_DOMAIN}\n${salt}\n${name}\n${text}`);
}

/** The leaf; what is disclosed of a part counts by the hash that is made of it, not by the one beside it. */
export function partsLeafHash(
  hash: TextHasher,
  row: { readonly sequence: number; readonly atMs: number; readonly parts: readonly DisclosedPart[] },
): string {
  const lines = row.parts.map(
    ({ name, hash: given, disclosed }) =>
      `${name}\t${disclosed ? partHash(hash, { name, ...disclosed }) : given}`,
  );
  return hash([LEAF_DOMAIN, row.sequence, row.atMs, ...lines].join('\n'));
}

/** Each depth that was met, and apart from it whose order met it. */
function depthParts(text: string): RowPart[] {
  const depths = asWritten(text);
  if (!Array.isArray(depths)) return [{ name: 'depths', text }];
  return depths.flatMap((depth, at) => {
    const { orderId, ...others } = fieldsOf(depth);
    const part = { name: `depth ${at}`, text: JSON.stringify(others) };
    return orderId === undefined
      ? [part]
      : [part, { name: `depthOrder ${at}`, text: JSON.stringify(orderId) }];
  });
}

/** Each order that the outcome tells, and of each fill what both sides know, and either side. */
function outcomeParts(text: string): RowPart[] {
  const fields = fieldsOf(asWritten(text));
  const { type, order, fills, legs, ...others } = fields;
  if (type === 'order' && Array.isArray(fills))
    return [{ name: 'outcome', text: JSON.stringify({ ...others, type }) }, ...legParts({ order, fills }, 0)];
  if (type === 'basket' && Array.isArray(legs))
    return [
      { name: 'outcome', text: JSON.stringify({ ...others, type, legs: legs.length }) },
      ...legs.flatMap(legParts),
    ];
  return [{ name: 'outcome', text }];
}

function legParts(leg: unknown, at: number): RowPart[] {
  const { fills, ...others } = fieldsOf(leg);
  const listed = Array.isArray(fills) ? fills : [];
  return [
    { name: `order ${at}`, text: JSON.stringify({ ...others, fills: listed.length }) },
    ...listed.flatMap((fill, place) => {
      const { taker, maker, ...shared } = fieldsOf(fill);
      return [
        { name: `fill ${at} ${place}`, text: JSON.stringify(shared) },
        { name: `taker ${at} ${place}`, text: JSON.stringify(taker) },
        { name: `maker ${at} ${place}`, text: JSON.stringify(maker) },
      ];
    }),
  ];
}

/** Undefined where the text would not be the same again: it is then one part. */
function asWritten(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return JSON.stringify(value) === text ? value : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
