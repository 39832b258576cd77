import { type Queryable, statement } from '#platform/database/pool.ts';
import { checkDatabase } from '#platform/database/startup-checks.ts';
import { StartupError } from '#platform/startup-error.ts';

/* What must hold in the tables, asked of the database alone: each answers the first thing that does not, in a sentence. */

const sums = statement<{ environment: string; asset_id: string; total: string }>(
  'check-sums',
  `select environment, asset_id, sum(amount)::text as total
     from (select environment, asset_id, available::numeric + held + unsettled as amount from balance
           union all select environment, asset_id, amount from house_balance) as every_balance
    group by environment, asset_id having sum(amount) <> 0`,
);

/** Every posting takes from one what it gives to another, so that each environment and asset sums to zero always. */
export async function sumProblem(on: Queryable): Promise<string | undefined> {
  const [wrong] = await sums(on, []);
  return (
    wrong && `The ${wrong.environment} balances of ${wrong.asset_id} sum to ${wrong.total}, not to zero.`
  );
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

/** Of what came since the last look, the newest so many commands are hashed again; `npm run audit` hashes all. */
const HASHED_MAX = 2_000;

interface Broken {
  readonly sequence: bigint;
  readonly what: 'gap' | 'chain' | 'end' | 'leaf' | 'batch';
}

const ends = statement<{ newest: bigint }>('check-end', 'select last_sequence as newest from lease');
/** The batches after $1 continue each other from the one that ends there, and the lease continues the last. */
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
/** The commands of the batches after $1 up to the one that ends at $2, hashed by the database as `hash-chain.ts` does it. */
const brokenHashes = statement<Broken>(
  'check-hashes',
  `with entry as (
     select batch_last_sequence, sequence, leaf,
            sha256(convert_to(concat(sequence, E'\n', at_ms, E'\n', command, E'\n', house_depth, E'\n', outcome), 'UTF8')) as made
       from journal where batch_last_sequence > $1 and batch_last_sequence <= $2
   )
   select sequence, 'leaf' as what from entry where leaf <> made
   union all select batch_last_sequence, 'batch' from entry join journal_batch on last_sequence = batch_last_sequence
     group by batch_last_sequence, previous_hash, hash, first_sequence
     having hash <> sha256(previous_hash || string_agg(made, ''::bytea order by sequence))
         or count(*) <> batch_last_sequence - first_sequence + 1
   order by sequence limit 1`,
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
    const [hashes] = await brokenHashes(on, [Math.max(this.#checkedTo, newest - HASHED_MAX), newest]);
    if (hashes) return sentenceOf(hashes);
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
