import type { AccountsSweep, Command } from '@tarazu/core';
import { accountId } from '@tarazu/core/values';
import type { Queryable } from '#platform/database/pool.ts';
import { membersOf } from './sweep-members.ts';
import { STEP_ACCOUNTS } from './sweeper.ts';

type DueName = AccountsSweep['name'];

/** The work on accounts that time alone makes due. */
const DUE: readonly DueName[] = ['expiry', 'settlement'];

/** Commands for lots that became usable, or may be withdrawn, and orders whose time is over. */
export async function scheduledSweeps(on: Queryable, nowMs: number): Promise<Command[]> {
  const sweeps = await Promise.all(DUE.map((name) => scheduledSweep(on, name, nowMs)));
  return sweeps.filter((command) => command !== undefined);
}

/** The due work of one kind on accounts: the command names the first of them; a sweep reaches the others. */
export async function scheduledSweep(
  on: Queryable,
  name: DueName,
  nowMs: number,
): Promise<AccountsSweep | undefined> {
  const members = await membersOf(on, { name, reachedTo: accountId(0) }, nowMs);
  if (members.length === 0) return undefined;
  const isLast = members.length <= STEP_ACCOUNTS;
  return { type: 'accounts.sweep', name, accounts: members.slice(0, STEP_ACCOUNTS), isLast };
}
