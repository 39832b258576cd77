import { ENTRY_SELECT, type EntryColumns, entryOf, type LogEntry } from '#domains/staff/log/store.ts';
import { likeText } from '#platform/database/like.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

/*
 * A search of the log finds entries by three keys: who did it, whom it was about, what was done. Each key is
 * read newest first as far as a page goes, so that a long log is never walked.
 */

const selectStaff = statement<{ staff_id: number }>(
  'staff-log-search-staff',
  `select staff_id from staff where name like $1 || '%' or public_id = $2 order by name limit 20`,
);
const selectActs = statement<{ act: string }>(
  'staff-log-search-acts',
  `with recursive acts as (
     (select act from staff_log order by act limit 1)
     union all
     select (select act from staff_log where act > acts.act order by act limit 1) from acts where acts.act is not null)
   select act from acts where act is not null limit 500`,
);
const selectFound = statement<EntryColumns>(
  'staff-log-search',
  `with found as (
     select sequence from (
       (select e.sequence from unnest($3::int4[]) as s(id) cross join lateral (
          select sequence from staff_log where staff_id = s.id and sequence < $1 order by sequence desc limit $2) e)
       union
       (select e.sequence from unnest($4::text[]) as a(act) cross join lateral (
          select sequence from staff_log where act = a.act and sequence < $1 order by sequence desc limit $2) e)
       union
       (select sequence from staff_log where login_id = (select login_id from login where user_id = $5)
          and sequence < $1 order by sequence desc limit $2)) as each_key
     order by sequence desc limit $2)
   ${ENTRY_SELECT} join found using (sequence) order by g.sequence desc`,
);

export interface LogSearch {
  readonly search: string;
  /** Acts whose words the console found. */
  readonly acts: readonly string[];
  readonly before: number | undefined;
  readonly limit: number;
}

export async function searchEntries(on: Queryable, asked: LogSearch): Promise<LogEntry[]> {
  const { search, before = Number.MAX_SAFE_INTEGER, limit } = asked;
  const name = likeText(search.toLowerCase());
  const staff = (await selectStaff(on, [name, search])).map((row) => row.staff_id);
  const known = (await selectActs(on, [])).map((row) => row.act);
  const begins = known.filter((act) => act.toLowerCase().startsWith(search.toLowerCase()));
  const acts = [...new Set([...begins, ...asked.acts.filter((act) => known.includes(act))])];
  return (await selectFound(on, [before, limit, staff, acts, search])).map(entryOf);
}
