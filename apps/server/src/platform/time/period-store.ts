import { type Queryable, statement } from '#platform/database/pool.ts';

const readDone = statement<{ period: bigint }>('job-period', 'select period from job_period where name = $1');
const writeDone = statement(
  'job-period-done',
  `insert into job_period values ($1, $2, $3)
   on conflict (name) do update set period = excluded.period, done_at_ms = excluded.done_at_ms
   where job_period.period < excluded.period`,
);

/** In which period of its calendar each job was done last, so that a restart does not do it again. */
export class PeriodStore {
  readonly #on: Queryable;

  constructor(on: Queryable) {
    this.#on = on;
  }

  async lastDone(name: string): Promise<number | undefined> {
    const [row] = await readDone(this.#on, [name]);
    return row && Number(row.period);
  }

  async setDone(name: string, { period, atMs }: { period: number; atMs: number }): Promise<void> {
    await writeDone(this.#on, [name, period, atMs]);
  }
}
