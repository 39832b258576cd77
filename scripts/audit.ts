/**
 * Replays the journal of an installation, or what came after a snapshot, and says whether its tables and its
 * signed heads agree with it.
 */
import { auditHeads, type HeadsAudit } from '../apps/server/src/domains/proof/index.ts';
import { checkLog, type LogCheck } from '../apps/server/src/domains/staff/index.ts';
import { type AuditResult, audit } from '../apps/server/src/engine/audit/audit.ts';
import { openSource, publicKeyOf, readingOneMoment, secretsOf } from './data-source.ts';
import { readArguments } from './run/arguments.ts';

const PROGRESS_EVERY_MS = 1_000;

interface Audited {
  readonly journal: AuditResult;
  /** Undefined where the key is missing: the salts of the log can't be made then. */
  readonly heads: HeadsAudit | undefined;
  readonly staff: LogCheck;
  /** Whether the signer of the staff log was held against a key from outside of the database. */
  readonly isPinned: boolean;
}

function progress(): (done: number, all: number) => void {
  let shownAtMs = Date.now();
  return (done, all) => {
    if (Date.now() - shownAtMs < PROGRESS_EVERY_MS) return;
    shownAtMs = Date.now();
    process.stdout.write(`${done} of ${all} commands (${Math.floor((100 * done) / all)} %)\n`);
  };
}

function report(
  { journal, heads, staff, isPinned }: Audited,
  { keptIn, seconds }: { keptIn: string | undefined; seconds: string },
): void {
  const { commands, commandsBefore, begunAt, lastHash, stateHash, snapshotHash, problem } = journal;
  if (begunAt !== undefined)
    process.stdout.write(
      `Begun at the snapshot ${begunAt}: the first ${commandsBefore} commands and what they finished are compared by their hashes, and not derived again.\n`,
    );
  if (problem !== undefined) {
    process.stdout.write(`First difference, after ${commands} commands that agree:\n${problem}\n`);
    process.exitCode = 1;
  } else {
    process.stdout.write(
      `${commands - commandsBefore} commands replayed in ${seconds} s: every outcome, hash and row agrees.\n` +
        `Journal hash ${lastHash}\nState hash ${stateHash} after command ${commands}\n`,
    );
  }
  reportHeads(heads);
  reportStaff(staff, isPinned);
  if (snapshotHash !== undefined)
    process.stdout.write(
      `Snapshot ${snapshotHash} is in ${keptIn}. Keep this hash elsewhere than the file.\n`,
    );
  else if (keptIn !== undefined)
    process.stdout.write('No snapshot was made: one stands on an audit without a difference.\n');
}

function reportHeads(heads: HeadsAudit | undefined): void {
  if (heads === undefined) {
    process.stdout.write(
      'The signed heads were not compared: the secret key (SECRET_KEY_FILE) is not here, and salts come of it.\n',
    );
  } else if (heads.problem !== undefined) {
    process.stdout.write(
      `First difference of the log, after ${heads.heads} heads that agree:\n${heads.problem}\n`,
    );
    process.exitCode = 1;
  } else {
    process.stdout.write(
      `${heads.heads} signed heads agree with the journal. Signed by ${heads.publicKeys.join(', then ') || 'nobody yet'}\n`,
    );
  }
}

function reportStaff({ entries, signedBy, problem }: LogCheck, isPinned: boolean): void {
  if (problem === undefined) {
    const by = `Signed by ${signedBy ?? 'nobody yet'}`;
    const pinned = isPinned ? '' : ': compare it with the published key, which is not here (--key)';
    process.stdout.write(
      `${entries} entries of the staff log agree with its heads and digests. ${by}${pinned}\n`,
    );
    return;
  }
  process.stdout.write(`First difference of the staff log:\n${problem}\n`);
  process.exitCode = 1;
}

function publishedKey(text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error('A key has 64 digits from 0 to 9 and a to f.');
  return Buffer.from(text, 'hex');
}

try {
  const { values: options } = readArguments('audit', {
    options: { from: { type: 'string' }, snapshot: { type: 'string' }, key: { type: 'string' } },
  });
  const pinned = options.key === undefined ? publicKeyOf() : publishedKey(options.key);
  const source = await openSource();
  process.stdout.write(`Auditing ${source.name}\n`);
  const startedAtMs = Date.now();
  const secrets = secretsOf();
  const audited = await readingOneMoment(source, async (on): Promise<Audited> => {
    const heads = secrets && (await auditHeads(on, secrets));
    const keepIn = heads?.problem === undefined ? options.snapshot : undefined;
    const staff = await checkLog(on, pinned);
    const isPinned = pinned !== undefined;
    return {
      heads,
      staff,
      isPinned,
      journal: await audit({ on, onProgress: progress(), from: options.from, keepIn }),
    };
  }).finally(() => source.close());
  report(audited, { keptIn: options.snapshot, seconds: ((Date.now() - startedAtMs) / 1_000).toFixed(1) });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
