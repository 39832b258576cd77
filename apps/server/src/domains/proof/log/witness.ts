import {
  bytesOfHex,
  handoverClaims,
  isHeadConsistent,
  isHeadWhole,
  type KeyHandover,
  type LogHead,
  type SignatureClaim,
  sha256,
} from '@tarazu/core/proof';
import { logHeadField, OPERATIONS } from '@tarazu/protocol';
import * as z from 'zod/mini';
import { isSignedBy } from '#platform/secrets/signing-key.ts';

/*
 * The work of somebody outside who keeps the heads of a server, so that its operator can't rewrite the past
 * unseen. It believes nothing but hashes, signatures and what it has kept itself.
 */

/** The result of a look at a server's log. */
export type Verdict =
  | { readonly name: 'agrees'; readonly head: LogHead; readonly isNew: boolean; readonly sentence: string }
  | { readonly name: 'none'; readonly sentence: string }
  /** Two statements of the server can't both be true; the evidence holds both, for anybody to check again. */
  | { readonly name: 'rewritten'; readonly sentence: string; readonly evidence: Evidence };

export interface Evidence {
  readonly kept: LogHead;
  readonly shown?: LogHead;
  readonly path?: readonly string[];
}

export interface WitnessOptions {
  /** Asks the server; undefined when it says that there is no such thing. */
  readonly ask: (path: string) => Promise<unknown>;
  /** The newest head that is kept; undefined the first time. */
  readonly known: LogHead | undefined;
  /** The key that must have signed; else that of the kept head. */
  readonly publicKey?: string | undefined;
}

/** A server whose answer is not as its own description says: nothing can be concluded from it. */
export class NoTarazu extends Error {
  override readonly name = 'NoTarazu';
}

const keptField = z.object({ seenAtMs: z.number(), head: logHeadField });

/** A head as a line of a witness's own file, and back. */
export function witnessLine(head: LogHead, seenAtMs: number): string {
  return `${JSON.stringify({ seenAtMs, head })}\n`;
}

/** @throws Error when the line is not one that was kept. */
export function headOfLine(line: string): LogHead {
  const { data } = keptField.safeParse(jsonOf(line));
  const problem = data ? forged(data.head) : 'is no head';
  if (!data || problem !== undefined)
    throw new Error(`The newest head that was kept ${problem}: bring the file back from a copy.`);
  return data.head;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Looks at the newest head, and whether it only adds to the one that is kept.
 * @throws NoTarazu, or what asking throws: then nothing was found out.
 */
export async function witness({ ask, known, publicKey }: WitnessOptions): Promise<Verdict> {
  const { head } = parsed(OPERATIONS.proofHead.output, await ask('/proof/head'));
  if (!head) {
    return known
      ? rewritten(`It shows no head at all, and had shown ${named(known)}.`, { kept: known })
      : { name: 'none', sentence: 'The server has signed no head yet: there is nothing to keep.' };
  }
  const wrong = forged(head);
  if (wrong !== undefined && !known) throw new NoTarazu(`Its head ${head.number} ${wrong}.`);
  if (wrong !== undefined && known)
    return rewritten(`The head ${head.number} that it shows ${wrong}.`, { kept: known, shown: head });
  if (publicKey !== undefined && head.publicKey !== publicKey) {
    const sentence = otherKey(head, publicKey);
    if (!known) throw new NoTarazu(sentence);
    return rewritten(sentence, { kept: known, shown: head });
  }
  return known
    ? await compare(ask, { known: known, head, isKeyGiven: publicKey !== undefined })
    : first(head);
}

function otherKey({ number, publicKey }: LogHead, expected: string): string {
  return `Head ${number} is signed by ${publicKey}, and not by ${expected}. If the operator has announced that key, give it with --key.`;
}

function first(head: LogHead): Verdict {
  const sentence = `${capital(named(head))} is the first one kept here. It is signed by ${head.publicKey}: compare that with the key that the operator publishes.`;
  return { name: 'agrees', head, isNew: true, sentence };
}

async function compare(
  ask: WitnessOptions['ask'],
  { known, head, isKeyGiven }: { known: LogHead; head: LogHead; isKeyGiven: boolean },
): Promise<Verdict> {
  if (isSame(known, head))
    return { name: 'agrees', head, isNew: false, sentence: `Nothing new since ${named(known)}.` };
  if (head.number === known.number) return another(known, head);
  if (head.number < known.number || head.sequence <= known.sequence)
    return rewritten(`It shows ${named(head)}, and had shown ${named(known)}.`, { kept: known, shown: head });
  const proof = await ask(`/proof/consistency?from=${known.number}&to=${head.number}`);
  if (proof === undefined)
    return rewritten(`It does not know ${named(known)} any more, which it had signed.`, {
      kept: known,
      shown: head,
    });
  const { from, to, path, handovers } = parsed(OPERATIONS.proofConsistency.output, proof);
  if (!isSame(from, known)) return another(known, from);
  if (!isSame(to, head) || !isHeadConsistent(sha256, { earlier: known, later: head, path })) {
    const sentence = `${capital(named(head))} does not only add to ${named(known)}: a command that it covers was changed or taken away.`;
    return rewritten(sentence, { kept: known, shown: head, path });
  }
  const isSameKey = head.publicKey === known.publicKey;
  if (!isSameKey && !isKeyGiven && !isHandedOver(known.publicKey, head.publicKey, handovers))
    return rewritten(otherKey(head, known.publicKey), { kept: known, shown: head });
  const newKey = isSameKey ? '' : ` It is signed by a new key, ${head.publicKey}`;
  const byWord = isSameKey ? '' : isKeyGiven ? ', the one given.' : ', by the word of the one before.';
  return {
    name: 'agrees',
    head,
    isNew: true,
    sentence: `${capital(named(head))} only adds to head ${known.number}.${newKey}${byWord}`,
  };
}

/** Whether each key between the two was named by the one before it. */
function isHandedOver(from: string, to: string, handovers: readonly KeyHandover[]): boolean {
  return handoverClaims(sha256, { from, to, handovers })?.every(isSigned) ?? false;
}

/** The fault of a head by itself; undefined for none. */
function forged(head: LogHead): string | undefined {
  if (!isHeadWhole(sha256, head)) return 'was changed after it was hashed';
  return isSigned(head) ? undefined : 'is not signed by its key';
}

function isSigned(claim: SignatureClaim): boolean {
  const [publicKey, hash, signature] = [claim.publicKey, claim.hash, claim.signature].map(bytesOfHex);
  return Boolean(publicKey && hash && signature && isSignedBy(publicKey, hash, signature));
}

function another(known: LogHead, shown: LogHead): Verdict {
  const sentence = `It shows another head ${known.number} now than the one that it had signed, ${named(known)}.`;
  return rewritten(sentence, { kept: known, shown });
}

function rewritten(what: string, evidence: Evidence): Verdict {
  return { name: 'rewritten', sentence: `THE SERVER'S HISTORY WAS REWRITTEN. ${what}`, evidence };
}

function named({ number, sequence, atMs }: LogHead): string {
  return `head ${number} of ${new Date(atMs).toISOString()} over ${sequence} commands`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The number is not part of the hash. */
function isSame(one: LogHead, other: LogHead): boolean {
  return one.hash === other.hash && one.number === other.number;
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data } = schema.safeParse(value);
  if (data === undefined) throw new NoTarazu('Its answer is not one of a Tarazu server.');
  return data;
}
