import { consistencyRanges, hexOf, inclusionRanges, type LeafRange, type LogHead } from '@tarazu/core/proof';
import { OPERATIONS } from '@tarazu/protocol';
import { cursorOf, limitOf, pageOf, refuseCursor } from '#domains/orders/index.ts';
import type { LeafHasher, LogStore } from '#domains/proof/log/log-store.ts';
import { markSecret, Salts } from '#domains/proof/log/salts.ts';
import { leafOf, leafSourceOf, type StoredJournalRow } from '#engine/journal/hash-chain.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { refuse, reply } from '#ports.ts';

export interface ProofServices {
  readonly database: Queryable;
  readonly store: LogStore;
  readonly secrets: Secrets;
  readonly leafHashOf: LeafHasher;
  /** How often a head is made while there is something new. */
  readonly everyMs: number;
}

/**
 * A row that is one's own, or that filled one's own order, or
 * that publishes something of a day's auctions to everybody.
 */
const ownRow = statement<StoredJournalRow>(
  'log-own-row',
  `select sequence, at_ms, command, house_depth, outcome, leaf from journal
    where sequence = $1 and batch_last_sequence = (select min(last_sequence) from journal_batch where last_sequence >= $1)
      and (account_id = $2
       or command like '{"type":"rules.set","endSeed":%' or command like '{"type":"rules.set","marketKey":%'
       or exists (select 1 from fill where fill.sequence = $1 and $2 in (maker_account_id, taker_account_id)))`,
);

const ownOrder = statement<{ environment: string }>(
  'mark-own-order',
  'select environment from orders where account_id = $1 and order_id = $2',
);

/** The largest number there can be: "from the newest". */
const NEWEST = 9_223_372_036_854_775_807n;

export function proofBindings(services: ProofServices): Binding[] {
  const { store, everyMs } = services;
  return [
    bind(OPERATIONS.proofHead, async () => {
      const head = await store.last();
      return reply({ everyMs, ...(head && { head }) });
    }),
    bind(OPERATIONS.proofHeads, async (input) => {
      const cursor = cursorOf(input.cursor);
      if (cursor === undefined) return refuseCursor();
      const limit = limitOf(input.limit);
      const heads = await store.heads(cursor.beforeSequence ?? NEWEST, limit + 1);
      return reply(
        pageOf(heads, { limit, cursor: ({ number }) => String(number), wire: (head: LogHead) => head }),
      );
    }),
    consistencyBinding(services),
    inclusionBinding(services),
    orderMarkBinding(services),
  ];
}

function consistencyBinding(services: ProofServices): Binding {
  const { store } = services;
  return bind(OPERATIONS.proofConsistency, async (input) => {
    const [from, to] = await Promise.all([
      store.head(BigInt(input.from)),
      input.to === undefined ? store.last() : store.head(BigInt(input.to)),
    ]);
    if (from === undefined) return refuse('NOT_FOUND', { field: 'from' });
    if (to === undefined || to.sequence < from.sequence) return refuse('NOT_FOUND', { field: 'to' });
    const path = await pathOf(services, consistencyRanges(from.sequence, to.sequence));
    const handovers = await store.handovers({ from: from.number, to: to.number });
    return reply({ from, to, path, handovers });
  });
}

/** The leaf is made from the row as it stands, not taken from beside it: a changed row proves nothing. */
function inclusionBinding(services: ProofServices): Binding {
  const { database, store, secrets } = services;
  return bind(OPERATIONS.proofInclusion, async (input, session) => {
    const [row] = await ownRow(database, [BigInt(input.sequence), session.accountId]);
    if (row === undefined) return refuse('NOT_FOUND', { field: 'sequence' });
    const sequence = Number(row.sequence);
    const leafHash = leafOf(leafSourceOf(row));
    const salt = hexOf(new Salts(secrets).of(sequence));
    const head = await store.last();
    if (head === undefined || head.sequence < sequence) return reply({ sequence, leafHash, salt });
    const path = await pathOf(services, inclusionRanges(sequence - 1, head.sequence));
    return reply({ sequence, leafHash, salt, proof: { head, path } });
  });
}

/** To its owner alone: a row's salt is disclosed to every party of its fills. */
function orderMarkBinding({ database, secrets }: ProofServices): Binding {
  return bind(OPERATIONS.proofOrderMark, async ({ id }, { accountId }) => {
    const orderId = BigInt(id);
    const [order] = await ownOrder(database, [accountId, orderId]);
    if (order === undefined) return refuse('NOT_FOUND', { field: 'id' });
    return reply({ markSecret: markSecret(secrets, { ...order, orderId }) });
  });
}

async function pathOf({ store, leafHashOf }: ProofServices, ranges: readonly LeafRange[]): Promise<string[]> {
  return (await store.hashesOf(ranges, leafHashOf)).map(hexOf);
}
