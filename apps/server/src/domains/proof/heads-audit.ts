import {
  bytesOfHex,
  Frontier,
  handoverClaims,
  headHash,
  hexOf,
  type LogHead,
  NO_HEAD_HASH,
  type SignatureClaim,
} from '@tarazu/core/proof';
import { mixProblem } from '#domains/proof/auctions/mix-audit.ts';
import { LEVEL_STORED, LogStore } from '#domains/proof/log/log-store.ts';
import { leafHasher } from '#domains/proof/log/salts.ts';
import { sha256 } from '#domains/proof/log/sha256.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { isSignedBy } from '#platform/secrets/signing-key.ts';

export interface HeadsAudit {
  readonly heads: number;
  /** Keys that signed, oldest first: more than one means that the signing key was replaced. */
  readonly publicKeys: readonly string[];
  /** The first difference in a sentence; undefined when everything agrees. */
  readonly problem: string | undefined;
}

const ROWS_READ = 4_096;
const HEADS_READ = 100;

/** Level by level, so that the nodes that end behind a leaf are found by their key. */
const LEVELS = 'generate_series(0, 62) l(level)';
const nodesBetween = statement<{ level: number; index: bigint; hash: Buffer }>(
  'log-nodes-audit',
  `select n.level, n.index, n.hash from ${LEVELS} join log_node n on n.level = l.level
      and n.index >= ($1::int8 >> l.level) and n.index < ($2::int8 >> l.level)
    order by (n.index + 1) << n.level, n.level`,
);
const nodesAfter = statement<{ count: bigint }>(
  'log-nodes-after',
  `select count(*) as count from ${LEVELS} join log_node n on n.level = l.level and n.index >= ($1::int8 >> l.level)`,
);

/**
 * Grows the log anew from the journal's leaves and compares each signed head with it: its root, its place in
 * the chain, its signature, and the nodes from which proofs are made; then what was mixed with the secrets of
 * days. The leaves themselves are held against their rows by the audit of the journal.
 */
export async function auditHeads(on: Queryable, secrets: Secrets): Promise<HeadsAudit> {
  const audit = new LogAudit(on, secrets);
  const problem = (await audit.run()) ?? (await mixProblem(on, secrets));
  return { heads: audit.heads, publicKeys: [...audit.publicKeys], problem };
}

class LogAudit {
  heads = 0;
  readonly publicKeys = new Set<string>();
  readonly #on: Queryable;
  readonly #store: LogStore;
  readonly #leafHashOf: ReturnType<typeof leafHasher>;
  readonly #frontier = new Frontier(sha256);
  #grown: { readonly key: string; readonly hash: string }[] = [];
  #previousHash = NO_HEAD_HASH;
  #publicKey: string | undefined;

  constructor(on: Queryable, secrets: Secrets) {
    this.#on = on;
    this.#store = new LogStore(on);
    this.#leafHashOf = leafHasher(secrets);
  }

  async run(): Promise<string | undefined> {
    const last = await this.#store.last();
    const journalled = await this.#store.lastSequence();
    if (last && last.sequence > journalled)
      return `Head ${last.number} covers ${last.sequence} commands, and the journal has ${journalled}.`;
    for (let page = await this.#page(); page.length > 0; page = await this.#page()) {
      for (const head of page) {
        const problem = await this.#check(head);
        if (problem !== undefined) return problem;
        this.heads += 1;
      }
    }
    if (last && last.number > this.heads) return `Head ${this.heads + 1} of the log is missing.`;
    const [left] = await nodesAfter(this.#on, [this.#frontier.size]);
    return left && left.count > 0n ? `The log has ${left.count} nodes that no head stands for.` : undefined;
  }

  /** The heads behind those that were checked, oldest first. */
  #page(): Promise<LogHead[]> {
    return this.#store.headsAfter(this.heads, HEADS_READ);
  }

  async #check(head: LogHead): Promise<string | undefined> {
    const { number, sequence } = head;
    if (number !== this.heads + 1) return `Head ${this.heads + 1} of the log is missing.`;
    if (head.previousHash !== this.#previousHash)
      return `Head ${number} does not continue the one before it.`;
    if (sequence <= this.#frontier.size) return `Head ${number} covers no new command.`;
    if (headHash(sha256, head) !== head.hash) return `Head ${number} was changed after it was signed.`;
    if (!isSigned(head)) return `Head ${number} is not signed by its key.`;
    const from = this.#frontier.size;
    await this.#growTo(sequence);
    if (hexOf(this.#frontier.root()) !== head.root)
      return `Head ${number} does not stand for the commands ${from + 1} to ${sequence} of the journal: one of them was changed after it was published.`;
    const replaced = await this.#checkKey(head);
    if (replaced !== undefined) return replaced;
    this.#previousHash = head.hash;
    this.publicKeys.add(head.publicKey);
    this.#publicKey = head.publicKey;
    return this.#checkNodes(from, sequence);
  }

  /**
   * Another key than before has to be one that was put in its place
   * on purpose, by the word of the key before unless that was lost.
   */
  async #checkKey({ number, publicKey }: LogHead): Promise<string | undefined> {
    const from = this.#publicKey;
    if (from === undefined || from === publicKey) return undefined;
    const handovers = await this.#store.handovers({ from: number - 1, to: number });
    const isLost = handovers.some(({ signature }) => signature === undefined);
    const claims = handoverClaims(sha256, { from, to: publicKey, handovers });
    if (isLost || claims?.every(isSigned)) return undefined;
    return `Head ${number} is signed by ${publicKey}, which no word of the key before it, ${from}, put in its place.`;
  }

  async #growTo(sequence: number): Promise<void> {
    this.#grown = [];
    while (this.#frontier.size < sequence) {
      const from = this.#frontier.size;
      const leaves = await this.#store.leaves(from, Math.min(sequence, from + ROWS_READ));
      for (const [at, leaf] of leaves.entries()) {
        this.#frontier.append(this.#leafHashOf(from + at + 1, leaf), ({ level, index }, hash) => {
          if (level >= LEVEL_STORED) this.#grown.push({ key: `${level}.${index}`, hash: hexOf(hash) });
        });
      }
    }
  }

  /** The kept nodes that became complete with a head. */
  async #checkNodes(from: number, upTo: number): Promise<string | undefined> {
    const kept = await nodesBetween(this.#on, [from, upTo]);
    const wrong = this.#grown.findIndex(
      ({ key, hash }, at) =>
        `${kept[at]?.level}.${kept[at]?.index}` !== key || kept[at]?.hash.toString('hex') !== hash,
    );
    if (wrong >= 0) return `Node ${this.#grown[wrong]?.key} of the log is not what the journal gives.`;
    if (kept.length > this.#grown.length) return 'The log has a node that the journal does not give.';
    return undefined;
  }
}

function isSigned({ hash, publicKey, signature }: SignatureClaim): boolean {
  const bytes = (text: string): Uint8Array => bytesOfHex(text) ?? new Uint8Array();
  return isSignedBy(bytes(publicKey), bytes(hash), bytes(signature));
}
