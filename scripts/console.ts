/** Makes, invites again, lists and closes people of the staff console, on the machine of the server. */

import { join } from 'node:path';
import { STAFF_ROLES, type StaffRole } from '@tarazu/protocol';
import type pg from 'pg';
import { close, invite, isInvited, listStaff } from '../apps/server/src/domains/staff/index.ts';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { StartupError } from '../apps/server/src/platform/config/startup-error.ts';
import { missingMigrations } from '../apps/server/src/platform/database/migrate.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { openSource, secretsOf } from './data-source.ts';
import { readArguments } from './run/arguments.ts';
import { root } from './run/root.ts';

const MIGRATIONS = join(root, 'apps', 'server', 'migrations');
const NAME = /^[a-z][a-z0-9.-]{1,39}$/;

const { values: flags, positionals } = readArguments('console', {
  allowPositionals: true,
  options: {
    roles: { type: 'string', default: 'admin' },
    user: { type: 'string', multiple: true, default: [] },
  },
});
const [act = '', name = ''] = positionals;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function rolesGiven(): StaffRole[] {
  const given = flags.roles.split(',').map((role) => role.trim());
  const roles = STAFF_ROLES.filter((role) => given.includes(role));
  if (roles.length !== new Set(given).size)
    throw new StartupError(`--roles takes some of ${STAFF_ROLES.join(', ')}, with commas between.`);
  return roles;
}

async function add(pool: pg.Pool, isAgain: boolean): Promise<void> {
  const secrets = secretsOf();
  if (secrets === undefined)
    throw new StartupError('The secret key (SECRET_KEY_FILE) is not here: start the server once, then add.');
  const isThere = await isInvited(pool, name);
  if (isThere && !isAgain)
    throw new StartupError(
      `${name} is there already. For a new invitation: npm run console -- invite ${name}`,
    );
  if (!isThere && isAgain) throw new StartupError(`Nobody is named ${name}: npm run console -- add ${name}`);
  const known = (await listStaff(pool)).find((one) => one.name === name);
  const hasRoles = process.argv.some((one) => one.startsWith('--roles'));
  const roles = known === undefined || hasRoles ? rolesGiven() : known.roles;
  const invited = await invite({ pool, secrets, name, roles, userIds: flags.user, nowMs: Date.now() });
  for (const userId of invited.unknown) say(`There is no customer ${userId}: not noted.`);
  say(`${name} (${roles.join(', ')}) is invited until ${new Date(invited.untilMs).toISOString()}.`);
  say(`Open /console on the server's address, choose "I was invited", and enter the name and this code:`);
  say(invited.code);
}

async function list(pool: pg.Pool): Promise<void> {
  const people = await listStaff(pool);
  if (people.length === 0) say('Nobody yet: npm run console -- add <name>');
  for (const { name: who, publicId, roles, isClosed, passwordHash } of people) {
    const state = isClosed ? 'closed' : passwordHash === null ? 'invited' : 'active';
    say(`${publicId}  ${state.padEnd(8)}${who.padEnd(24)}${roles.join(', ')}`);
  }
}

async function run(pool: pg.Pool): Promise<void> {
  if (act === 'list') return list(pool);
  if (!NAME.test(name))
    throw new StartupError(
      'A name has 2 to 40 lower-case letters, digits, points or hyphens, such as asha.rao',
    );
  if (act !== 'close') return add(pool, act === 'invite');
  if (!(await close(pool, name, Date.now()))) throw new StartupError(`Nobody open is named ${name}.`);
  say(`${name} is closed, and every session ended.`);
}

try {
  if (!['add', 'invite', 'list', 'close'].includes(act))
    throw new StartupError('npm run console -- add | invite | list | close. --help tells more.');
  const source = await openSource(readConfig(process.env));
  const pool = createPool({
    connection: source.connection,
    name: 'tarazu-console',
    connectionsMax: 1,
    onConnectionLost: (error) => process.stderr.write(`${error.message}\n`),
  });
  try {
    if ((await missingMigrations(pool, MIGRATIONS)) > 0)
      throw new StartupError('The database was made by an older version: start this version once on it.');
    await run(pool);
  } finally {
    await pool.end();
    await source.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
