import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { type AuditOptions, type AuditResult, audit } from './audit.ts';

type Files = Pick<AuditOptions, 'from' | 'keepIn'>;

/** Audits one moment of a database, in which people may be trading. */
export function auditNow(pool: pg.Pool, files: Files = {}): Promise<AuditResult> {
  return inOneMoment(pool, (auditWith) => auditWith(files));
}

/** However many audits look at it, it is the same moment. */
async function inOneMoment<Found>(
  pool: pg.Pool,
  look: (auditWith: (files: Files) => Promise<AuditResult>) => Promise<Found>,
): Promise<Found> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await look((files) => audit({ on: client, onProgress: () => undefined, ...files }));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** A folder for the files of a test, and how to remove it. */
export function openTestFolder(): { path: (name: string) => string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-snapshot-'));
  return {
    path: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Stores a snapshot amid a test, and gives an audit from there and from the first command: both must agree.
 */
export async function snapshotMidway(pool: pg.Pool): Promise<() => Promise<AuditResult>> {
  const folder = openTestFolder();
  const from = folder.path('midway');
  assert.equal((await auditNow(pool, { keepIn: from })).problem, undefined);
  return async () => {
    const [whole, resumed] = await inOneMoment(pool, async (auditWith) => {
      return [await auditWith({}), await auditWith({ from })] as const;
    });
    folder.remove();
    assert.equal(whole.problem, undefined);
    assert.equal(resumed.problem, undefined);
    assert.equal(resumed.stateHash, whole.stateHash);
    assert.equal(resumed.lastHash, whole.lastHash);
    assert.ok(resumed.commandsBefore > 0 && resumed.commandsBefore < resumed.commands);
    return whole;
  };
}
