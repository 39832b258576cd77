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
  'staff_log',
  'staff_log_head',
  'staff_log_day',
  'rule_version',
];
/** Only the owner writes these. */
const OWNERS_TABLES: readonly string[] = ['migration', 'installation'];

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

/** Each table and view with the role's rights and those it should have, as a start may have died between. */
function rightsSql(role: string): string {
  return `
  select c.relname::text as name, has_table_privilege(${role}, c.oid, p.privilege) as has,
    case
      when c.relname = any($1) then p.privilege in ('select', 'insert')
      when c.relname = any($2) then p.privilege = 'select'
      else p.privilege <> 'truncate'
    end as needs
  from pg_class c, unnest('{select,insert,update,delete,truncate}'::text[]) as p(privilege)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')`;
}

/** Whether the role may do what it needs with each table and sequence, and nothing more. */
export async function isGranted(on: Queryable, roleName: string): Promise<boolean> {
  const { rows } = await on.query<{ works: boolean }>(
    `select not exists (select 1 from (${rightsSql('$3::name')}) as rights where has <> needs)
       and not exists (
         select 1 from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
           and not (has_sequence_privilege($3::name, c.oid, 'usage') and has_sequence_privilege($3::name, c.oid, 'select')))
       and has_schema_privilege($3::name, 'public', 'usage')
       and not has_schema_privilege($3::name, 'public', 'create') as works`,
    [APPENDED_TABLES, OWNERS_TABLES, roleName],
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
  readonly unusable: readonly string[] | null;
}

const powers = statement<Powers>(
  'app-role-powers',
  `select current_user::text as role, r.rolsuper, r.rolcreaterole,
     has_schema_privilege('public', 'create') as may_create,
     (select count(*) from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
        and pg_has_role(c.relowner, 'member')) as owned,
     (select array_agg(distinct name order by name) from (${rightsSql('current_user')}) as rights
       where has and not needs and (name = any($1) or name = any($2))) as writable,
     (select array_agg(distinct name order by name) from (${rightsSql('current_user')}) as rights
       where needs and not has) as unusable
   from pg_roles r where r.rolname = current_user`,
);

/** The powers that the app's role has and must not, or lacks and must have: a sentence each. */
export async function appRoleProblems(on: Queryable): Promise<string[]> {
  const [is] = await powers(on, [APPENDED_TABLES, OWNERS_TABLES]);
  if (!is) return [];
  const name = `The database role "${is.role}" of the app`;
  if (is.rolsuper) return [`${name} is a superuser.`];
  const problems: string[] = [];
  if (is.rolcreaterole) problems.push(`${name} may make other roles.`);
  if (is.may_create) problems.push(`${name} may make tables.`);
  if (is.owned > 0n) problems.push(`${name} owns ${is.owned} tables, and so may change or drop them.`);
  if (is.writable) problems.push(`${name} may change or delete rows of ${is.writable.join(', ')}.`);
  if (is.unusable)
    problems.push(`${name} may not read or write ${is.unusable.join(', ')} as the server has to.`);
  return problems;
}
