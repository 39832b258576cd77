import type { InvariantNumber } from '@tarazu/core/simulation';
import { CommandQueue, type Waiting } from '#engine/writer/command-queue.ts';
import { RULES, type Rules } from './harness.ts';
import type { Commit } from './records.ts';

/** A mistake planted on purpose: what a simulation that is worth its time must find. */
export interface Planted {
  readonly name: string;
  /** The mistake, in one sentence. */
  readonly mistake: string;
  /** The invariant that must say so: whatever else breaks does not count. */
  readonly caughtBy: InvariantNumber;
  readonly rules: Rules;
}

/** Mistakes around the writer: of its queue, its line, its database and the disk. */
export const PLANTED: readonly Planted[] = [
  {
    name: 'reply-before-commit',
    mistake: 'a customer has the answer, and the stream tells of it, before the commit',
    caughtBy: 9,
    rules: lineWith({ answersAfterCommit: false }),
  },
  {
    name: 'failure-answered',
    mistake: 'a commit that failed is answered as if it had not',
    caughtBy: 9,
    rules: lineWith({ reportsFailures: false }),
  },
  {
    name: 'memory-kept',
    mistake: 'after a failed commit the writer goes on with the memory it has',
    caughtBy: 8,
    rules: { ...RULES, rebuilds: false },
  },
  {
    name: 'client-id-lost',
    mistake: 'a restart forgets which client ids were used',
    caughtBy: 6,
    rules: databaseWithout('findsClientIds'),
  },
  {
    name: 'sync-forgotten',
    mistake: 'a commit is answered before the disk has it',
    caughtBy: 6,
    rules: databaseWithout('syncs'),
  },
  {
    name: 'torn-write-accepted',
    mistake: 'a record that is not whole is read as far as it goes',
    caughtBy: 8,
    rules: databaseWithout('checksRecords'),
  },
  {
    name: 'half-a-batch',
    mistake: 'a batch is written as far as half of it',
    caughtBy: 8,
    rules: databaseWithout('isAtomic'),
  },
  {
    name: 'fence-ignored',
    mistake: 'the database takes the commit of a writer whose lease is over',
    caughtBy: 6,
    rules: databaseWithout('checksEpoch'),
  },
  {
    name: 'lease-not-counted',
    mistake: 'a second writer takes the lease and leaves its number as it is',
    caughtBy: 6,
    rules: databaseWithout('advancesEpoch'),
  },
  {
    name: 'arrival-ignored',
    mistake: 'of two that wait the one who came last is served first',
    caughtBy: 21,
    rules: { ...RULES, createQueue: () => new LastFirst() },
  },
  {
    name: 'balance-not-written',
    mistake: 'one of the balances that a batch moved is not written',
    caughtBy: 8,
    rules: writing('balance', (rows) => rows.slice(1)),
  },
  {
    name: 'lot-not-written',
    mistake: 'the lots of a sale or a purchase are not written',
    caughtBy: 8,
    rules: writing('lot', () => []),
  },
  {
    name: 'stale-order-written',
    mistake: 'of several orders that a batch changed only one is written',
    caughtBy: 8,
    rules: writing('orders', (rows) => rows.slice(0, 1)),
  },
  {
    name: 'posting-not-written',
    mistake: 'the movements of money that a batch made are not written',
    caughtBy: 8,
    rules: writing('movement', () => []),
  },
  {
    name: 'line-lost',
    mistake: 'the journal lacks the last line of each batch of several',
    caughtBy: 8,
    rules: lineWith({
      written: ({ head, rows }) => {
        const end = head.entries.lastIndexOf('\n');
        return { head: end < 0 ? head : { ...head, entries: head.entries.slice(0, end) }, rows };
      },
    }),
  },
];

class LastFirst extends CommandQueue {
  override take(max: number): Waiting[] {
    return super.take(max).reverse();
  }
}

function databaseWithout(promise: keyof Rules['database']): Rules {
  return { ...RULES, database: { ...RULES.database, [promise]: false } };
}

function lineWith(line: Partial<Rules['line']>): Rules {
  return { ...RULES, line: { ...RULES.line, ...line } };
}

type Rows = Commit['rows'] extends ReadonlyMap<string, infer Some> ? Some : never;

/** Other rows of a table are written than the batch has. */
function writing(table: string, change: (rows: Rows) => Rows): Rules {
  return lineWith({
    written: ({ head, rows }) => ({
      head,
      rows: new Map([...rows].map(([name, some]) => [name, name === table ? change(some) : some])),
    }),
  });
}
