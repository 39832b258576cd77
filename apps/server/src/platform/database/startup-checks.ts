import { StartupError } from '#platform/config/startup-error.ts';
import type { Queryable } from './pool.ts';

const VERSION_MIN = 18;

interface SettingRow {
  readonly name: string;
  readonly setting: string;
}

/**
 * Refuses a database that could lose what it said was committed, or that is too old.
 * @throws StartupError with one sentence for each thing that is wrong.
 */
export async function checkDatabase(on: Queryable): Promise<void> {
  const { rows } = await on.query<SettingRow>(
    `select name, setting from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_sync_retry', 'server_version_num')`,
  );
  const problems = problemsOf(new Map(rows.map((row) => [row.name, row.setting])));
  if (problems.length > 0) throw new StartupError(problems.join('\n'));
}

function problemsOf(settings: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000);
  if (!(version >= VERSION_MIN)) {
    problems.push(`The database is PostgreSQL ${version}; Tarazu needs version ${VERSION_MIN} or newer.`);
  }
  for (const name of ['fsync', 'full_page_writes'] as const) {
    if (settings.get(name) !== 'on') problems.push(unsafeSentence(name, settings.get(name)));
  }
  // `remote_apply` waits for the replicas as well and is safer still; all others answer before the disk does.
  const commit = settings.get('synchronous_commit') ?? '';
  if (!['on', 'remote_apply'].includes(commit)) problems.push(unsafeSentence('synchronous_commit', commit));
  // A write that the disk has refused once may be gone though the next try says that all is well: the
  // database must stop instead.
  if (settings.get('data_sync_retry') !== 'off') {
    problems.push(
      'The database runs with data_sync_retry=on, so that a failing disk could lose orders already answered; set data_sync_retry=off.',
    );
  }
  return problems;
}

function unsafeSentence(name: string, value: string | undefined): string {
  return `The database runs with ${name}=${value}, so that a power cut could lose orders already answered; set ${name}=on.`;
}
