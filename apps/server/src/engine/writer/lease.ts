import { randomBytes } from 'node:crypto';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** The right to write, from one point of the journal on. */
export interface Lease {
  readonly epoch: number;
  readonly lastSequence: number;
  readonly lastAtMs: number;
  readonly lastHash: string;
}

interface LeaseRow {
  readonly epoch: bigint;
  readonly last_sequence: bigint;
  readonly last_at_ms: bigint;
  readonly last_hash: Buffer;
}

const CHANGE = 'update lease set epoch = epoch + 1, holder = $1, taken_at = now()';
const GIVE = 'returning epoch, last_sequence, last_at_ms, last_hash';
const take = statement<LeaseRow>('lease-take', `${CHANGE} ${GIVE}`);
/** As a batch does it: under the lease, and with new pages to write. */
const probe = statement<{ epoch: bigint }>(
  'lease-probe',
  `with held as (update lease set last_sequence = last_sequence where epoch = $1 returning epoch),
     former as (delete from commit_probe)
   insert into commit_probe (epoch, filler) select epoch, $2 from held returning epoch`,
);
const PROBE_BYTES = 65_536;
const renew = statement<LeaseRow>('lease-renew', `${CHANGE} where holder = $1 ${GIVE}`);

/**
 * Takes the lease from its holder, after a commit of theirs that is under way; a later one writes nothing.
 *
 * @param holder a name that no other writer has.
 */
export async function takeLease(on: Queryable, holder: string): Promise<Lease | undefined> {
  return leaseOf(await take(on, [holder]));
}

/**
 * Takes the lease again after a commit whose fate is unknown, so that the
 * old commit comes too late; undefined after another writer. It goes by the
 * name, because the answer to an earlier try may have been lost as well.
 */
export async function renewLease(on: Queryable, holder: string): Promise<Lease | undefined> {
  return leaseOf(await renew(on, [holder]));
}

/** Whether a commit under this lease reaches the disk; throws what a batch would meet. */
export async function tryCommit(on: Queryable, epoch: number): Promise<boolean> {
  // Bytes that could be packed would need no room.
  return (await probe(on, [epoch, randomBytes(PROBE_BYTES)])).length === 1;
}

function leaseOf([row]: readonly LeaseRow[]): Lease | undefined {
  if (!row) return undefined;
  return {
    epoch: Number(row.epoch),
    lastSequence: Number(row.last_sequence),
    lastAtMs: Number(row.last_at_ms),
    lastHash: row.last_hash.toString('hex'),
  };
}
