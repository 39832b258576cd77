import { type Queryable, statement } from '#platform/database/pool.ts';

/** The transaction password's hash, and when each password of a login was changed. */

/** Secrets of which this table knows. */
export type DatedSecret = 'password' | 'pin';

export interface SecretRow {
  readonly hash: string | undefined;
  readonly changedAtMs: number;
}

const selectSecret = statement<{ secret_hash: string | null; changed_at: Date }>(
  'login-secret-find',
  'select secret_hash, changed_at from login_secret where login_id = $1 and name = $2',
);
const saveRow = statement(
  'login-secret-save',
  `insert into login_secret (login_id, name, secret_hash, changed_at) values ($1, $2, $3, $4)
   on conflict (login_id, name) do update set secret_hash = excluded.secret_hash, changed_at = excluded.changed_at`,
);

export async function readSecret(
  on: Queryable,
  loginId: number,
  name: DatedSecret,
): Promise<SecretRow | undefined> {
  const [row] = await selectSecret(on, [loginId, name]);
  if (row === undefined) return undefined;
  return { hash: row.secret_hash ?? undefined, changedAtMs: row.changed_at.getTime() };
}

export async function saveSecret(
  on: Queryable,
  of: {
    readonly loginId: number;
    readonly name: DatedSecret;
    readonly hash: string | undefined;
    readonly nowMs: number;
  },
): Promise<void> {
  await saveRow(on, [of.loginId, of.name, of.hash ?? null, new Date(of.nowMs)]);
}
