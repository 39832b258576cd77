import { createHmac } from 'node:crypto';
import pg from 'pg';
import { type DatabaseConnection, type Queryable, statement } from './pool.ts';

/*
 * Two roles: the owner makes and changes tables, and does so at the start alone; the app's role reads and
 * writes rows, and what the journal holds it can only add to. Whoever gets hold of the app's connection can't
 * rewrite the past with it.
 */

/** The app's role in a PostgreSQL of our own. */
export const APP_ROLE = 'tarazu_app';

/** Rows that are only ever added. */
export const APPENDED_TABLES: readonly string[] = [
  'journal_batch',
  'fill',
  'movement',
  'auction_record',
  'log_head',
  'log_node',
  'log_head_past',
  'key_handover',
];
/** Only the owner writes these. */
const OWNERS_TABLES: readonly string[] = ['migration'];

export type RoleConnection = Extract<DatabaseConnection, { readonly user: string }>;

/**
 * As the app's role in a PostgreSQL of our own. Its password
 * is made from the owner's, so that there is one to keep.
 */
export function appConnectionOf(owner: RoleConnection): RoleConnection {
  const password = createHmac('sha256', owner.password).update(APP_ROLE).digest('base64url');
  return { ...owner, user: APP_ROLE, password };
}

/** Makes the app's role, or gives it its password again after the owner's was changed. */
export async function makeAppRole(on: Queryable, password: string): Promise<void> {
  const found = await on.query('select 1 from pg_roles where rolname = $1', [APP_ROLE]);
  const options = `login nosuperuser nocreatedb nocreaterole nobypassrls password ${pg.escapeLiteral(password)}`;
  await on.query(`${found.rowCount === 0 ? 'create' : 'alter'} role ${APP_ROLE} ${options}`);
}

/** Two servers that start at once do not change the same rights at once. */
const GRANT_LOCK = '7234917202';

/** Whether the role was given its rights. */
export async function isGranted(on: Queryable, roleName: string): Promise<boolean> {
  const { rows } = await on.query<{ works: boolean }>(
    `select has_table_privilege($1, 'lease', 'update') and not has_table_privilege($1, 'journal_batch', 'update') as works`,
    [roleName],
  );
  return rows[0]?.works === true;
}

/** Lets the app's role do its work and nothing else, in the tables that there are now. */
export async function grantToApp(on: Queryable, roleName: string): Promise<void> {
  const role = pg.escapeIdentifier(roleName);
  await on.query(`
    begin;
    select pg_advisory_xact_lock(${GRANT_LOCK});
    grant usage on schema public to ${role};
    revoke create on schema public from ${role}, public;
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select on all sequences in schema public to ${role};
    revoke update, delete, truncate on ${APPENDED_TABLES.join(', ')} from ${role};
    revoke insert, update, delete, truncate on ${OWNERS_TABLES.join(', ')} from ${role};
    commit`);
}

interface Powers {
  readonly role: string;
  readonly rolsuper: boolean;
  readonly rolcreaterole: boolean;
  readonly may_create: boolean;
  readonly owned: bigint;
  readonly writable: readonly string[] | null;
  readonly works: boolean;
}

const powers = statement<Powers>(
  'app-role-powers',
  `select current_user::text as role, r.rolsuper, r.rolcreaterole,
     has_schema_privilege('public', 'create') as may_create,
     (select count(*) from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
        and pg_has_role(c.relowner, 'member')) as owned,
     (select array_agg(name order by name) from unnest($1::text[]) as t(name)
       where has_table_privilege(name, 'update') or has_table_privilege(name, 'delete')
          or has_table_privilege(name, 'truncate')) as writable,
     has_table_privilege('lease', 'update') and has_table_privilege('journal_batch', 'insert') as works
   from pg_roles r where r.rolname = current_user`,
);

/** What the app's role may do that it must not, or may not do that it must: a sentence each. */
export async function appRoleProblems(on: Queryable): Promise<string[]> {
  const [is] = await powers(on, [APPENDED_TABLES]);
  if (!is) return [];
  const name = `The database role "${is.role}" of the app`;
  if (is.rolsuper) return [`${name} is a superuser.`];
  const problems: string[] = [];
  if (is.rolcreaterole) problems.push(`${name} may make other roles.`);
  if (is.may_create) problems.push(`${name} may make tables.`);
  if (is.owned > 0n) problems.push(`${name} owns ${is.owned} tables, and so may change or drop them.`);
  if (is.writable) problems.push(`${name} may change or delete rows of ${is.writable.join(', ')}.`);
  if (!is.works) problems.push(`${name} may not write what the server writes.`);
  return problems;
}
