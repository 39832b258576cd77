import type { SubAccountPurpose } from '@tarazu/core';
import { type AccountId, accountId } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { type EnginePort, type Reply, refuse, reply, type Session } from '#ports.ts';

/*
 * Sub-accounts of customers. Their ids come from the same line as those of accounts of logins, so that none
 * is ever another's; a login has none of them by itself, only by the account that owns it.
 */

const nextId = statement<{ id: bigint }>(
  'sub-account-id',
  `select nextval(pg_get_serial_sequence('login_account', 'account_id'))::int8 as id`,
);
const ownedBy = statement<{ parent_id: bigint | null }>(
  'sub-account-owner',
  'select parent_id from account where account_id = $1',
);

/**
 * Opens a sub-account of the caller's account, for robots and loans: no call does it before those come. A
 * crash in between leaves an id that nobody has.
 */
export async function openSubAccount(
  parts: { readonly pool: Queryable; readonly engine: EnginePort },
  { accountId: parentId, environment }: Pick<Session, 'accountId' | 'environment'>,
  purpose: SubAccountPurpose,
): Promise<Reply<{ readonly accountId: AccountId }>> {
  const [row] = await nextId(parts.pool, []);
  if (row === undefined) throw new Error('Invariant: a sequence always has a next number');
  const opened = accountId(Number(row.id));
  const { outcome } = await parts.engine.submit({
    type: 'account.open',
    accountId: opened,
    environment,
    grants: { cash: [], shares: [] },
    subOf: { parentId, purpose },
  });
  if (outcome.ok) return reply({ accountId: opened });
  const { code, detail } = outcome.refusal;
  return refuse(code, detail ? { detail } : {});
}

/**
 * Account that a call means: the caller's own or a sub-account of it, as robots and loans have. That
 * another's exists is not said.
 */
export async function accountMeant(
  pool: Queryable,
  session: Pick<Session, 'accountId'>,
  named: AccountId | undefined,
): Promise<Reply<{ readonly accountId: AccountId }>> {
  if (named === undefined || named === session.accountId) return reply({ accountId: session.accountId });
  const [row] = await ownedBy(pool, [named]);
  return row?.parent_id === BigInt(session.accountId)
    ? reply({ accountId: named })
    : refuse('ACCOUNT_UNKNOWN');
}
