import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isLeafOf, type StoredJournalRow } from '#engine/journal/hash-chain.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { inTransaction, type Queryable, statement } from '#platform/database/pool.ts';
import { checkDatabase } from '#platform/database/startup-checks.ts';

/*
 * The invariants of the tables, asked of the database alone: each answers the first break of it, in a
 * sentence.
 */

interface SumRow {
  readonly environment: string;
  readonly asset_id: string;
  readonly total: string;
}

/** The balances of so many accounts are summed by one statement. */
const ACCOUNTS_SUMMED = 2_000;
/**
 * Each statement is followed by a rest of so many times what
 * it took, so that the sums take a fifth of a core at most.
 */
const REST_SHARE = 4;

const NO_ACCOUNT = -(2n ** 63n);
const LAST_ACCOUNT = 2n ** 63n - 1n;

const houseSums = statement<SumRow>(
  'check-house-sums',
  'select environment, asset_id, sum(amount)::text as total from house_balance group by environment, asset_id',
);
const stretchAfter = statement<{ last: bigint }>(
  'check-sums-stretch',
  `select account_id as last from account where account_id > $1 order by account_id offset ${ACCOUNTS_SUMMED - 1} limit 1`,
);
const customerSums = statement<SumRow>(
  'check-customer-sums',
  `select environment, asset_id, sum(available::numeric + held + unsettled)::text as total from balance
    where account_id > $1 and account_id <= $2 group by environment, asset_id`,
);

/**
 * Sum of each environment and asset, which postings leave at zero. No statement reads more than a stretch of
 * accounts, in one snapshot of the database while people trade.
 */
export function sumProblem(pool: pg.Pool): Promise<string | undefined> {
  return inTransaction(pool, async (on) => {
    await on.query('set transaction isolation level repeatable read, read only');
    const totals = new Map<string, bigint>();
    const add = (rows: readonly SumRow[]): void => {
      for (const { environment, asset_id, total } of rows) {
        const name = `The ${environment} balances of ${asset_id}`;
        totals.set(name, (totals.get(name) ?? 0n) + BigInt(total));
      }
    };
    add(await houseSums(on, []));
    for (let from: bigint | undefined = NO_ACCOUNT; from !== undefined; ) {
      const startedAt = performance.now();
      const until: bigint | undefined = (await stretchAfter(on, [from]))[0]?.last;
      add(await customerSums(on, [from, until ?? LAST_ACCOUNT]));
      from = until;
      if (from !== undefined)
        await delay((performance.now() - startedAt) * REST_SHARE, undefined, { ref: false });
    }
    for (const [name, total] of totals) if (total !== 0n) return `${name} sum to ${total}, not to zero.`;
    return undefined;
  });
}

/** A database that came back, or was told to, may have other settings than at the start. */
export async function unsafeProblem(on: Queryable): Promise<string | undefined> {
  try {
    await checkDatabase(on);
    return undefined;
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
}

/**
 * Of what came since the last look, the newest so many commands are hashed again; `npm run audit` hashes all.
 */
const HASHED_MAX = 2_000;

interface Broken {
  readonly sequence: bigint;
  readonly what: 'gap' | 'chain' | 'end' | 'leaf' | 'batch';
}

const ends = statement<{ newest: bigint }>('check-end', 'select last_sequence as newest from lease');
/**
 * The batches after $1 continue each other from the one that ends there, and the lease continues the last.
 */
const brokenChain = statement<Broken>(
  'check-chain',
  `with batch as (
     select first_sequence, last_sequence, previous_hash, hash,
            lag(last_sequence) over by_sequence as last_before, lag(hash) over by_sequence as hash_before
       from journal_batch where last_sequence >= $1 window by_sequence as (order by last_sequence)
   )
   select last_before + 1 as sequence, 'gap' as what from batch where first_sequence <> last_before + 1
   union all select first_sequence, 'chain' from batch where previous_hash <> hash_before
   union all select last_sequence, 'end' from lease
     where last_sequence > 0 and not exists (select from batch where batch.last_sequence = lease.last_sequence and batch.hash = lease.last_hash)
   order by sequence limit 1`,
);
/** Rows in which customers meet: their leaf is over their parts, which only `leafOf` makes. */
const IN_PARTS = `command ~ ',"leafSecret":"[0-9a-f]{32}"\\}$'`;

/**
 * The commands of the batches after $1 up to the one that ends at $2, hashed by the database as
 * `hash-chain.ts` does it, but for the leaves of rows in parts.
 */
const brokenHashes = statement<Broken>(
  'check-hashes',
  `with entry as (
     select batch_last_sequence, sequence, leaf,
            case when ${IN_PARTS} then leaf
                 else sha256(convert_to(concat(sequence, E'\n', at_ms, E'\n', command, E'\n', house_depth, E'\n', outcome), 'UTF8'))
            end as made
       from journal where batch_last_sequence > $1 and batch_last_sequence <= $2
   )
   select sequence, 'leaf' as what from entry where leaf <> made
   union all select batch_last_sequence, 'batch' from entry join journal_batch on last_sequence = batch_last_sequence
     group by batch_last_sequence, previous_hash, hash, first_sequence
     having hash <> sha256(previous_hash || string_agg(made, ''::bytea order by sequence))
         or count(*) <> batch_last_sequence - first_sequence + 1
   order by sequence limit 1`,
);

/** Rows in parts, of the same batches. */
const partedRows = statement<StoredJournalRow>(
  'check-parted',
  `select sequence, at_ms, command, house_depth, outcome, leaf from journal
    where batch_last_sequence > $1 and batch_last_sequence <= $2 and ${IN_PARTS} order by sequence`,
);

/** Looks at what the journal has got since it was last asked. */
export class NewBatches {
  #checkedTo: number;

  /** @param from a command at which a batch ends and that is known to be good. */
  constructor(from: number) {
    this.#checkedTo = from;
  }

  async problem(on: Queryable): Promise<string | undefined> {
    const newest = Number((await ends(on, []))[0]?.newest ?? 0n);
    const [chain] = await brokenChain(on, [this.#checkedTo]);
    if (chain) return sentenceOf(chain);
    const stretch = [Math.max(this.#checkedTo, newest - HASHED_MAX), newest];
    const [hashes] = await brokenHashes(on, stretch);
    if (hashes) return sentenceOf(hashes);
    const parted = (await partedRows(on, stretch)).find((row) => !isLeafOf(row));
    if (parted) return sentenceOf({ sequence: parted.sequence, what: 'leaf' });
    this.#checkedTo = newest;
    return undefined;
  }
}

function sentenceOf({ sequence, what }: Broken): string {
  switch (what) {
    case 'gap':
      return `The journal has a gap: command ${sequence} is missing.`;
    case 'chain':
      return `The batch that begins with command ${sequence} does not continue the one before it.`;
    case 'end':
      return `The journal does not end with the batch of command ${sequence} that the lease names.`;
    case 'leaf':
      return `The journal's command ${sequence} was changed after it was written.`;
    case 'batch':
      return `The hash of the batch that ends with command ${sequence} does not fit its commands.`;
  }
}
