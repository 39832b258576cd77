import { Gauge, type Registry } from 'prom-client';

/**
 * The state that is looked at when the metrics are asked for, so that no number is older than the question.
 */
export interface Looked {
  /** Commands that wait for the next batch, by whose room they take. */
  queue(): Readonly<Record<string, number>>;
  /** Each check of readiness by its name; whether it holds. */
  readiness(): Promise<Readonly<Record<string, boolean>>>;
  /** Undefined before the first head. */
  headAgeSeconds(): number | undefined;
  marketAgeSeconds(): number;
  /** Mails and SMS that were tried and are tried again. */
  messagesWaiting(): Promise<number>;
  /** Appeals that wait longer than was promised, by what they are about. */
  overdueAppeals(): Promise<Readonly<Record<string, number>>>;
  /** Work by time, with its last and next turn. */
  jobs(): readonly {
    readonly name: string;
    /** Undefined before its first turn has ended. */
    readonly lastRunAtMs: number | undefined;
    readonly nextRunAtMs: number;
    readonly failuresInRow: number;
  }[];
}

export function addGauges(registry: Registry, looked: Looked): void {
  const registers = [registry];
  new Gauge({
    name: 'tarazu_engine_queue_length',
    help: 'Commands that wait for the next batch: of customers (orders, others) and the market maker (marketMaker).',
    labelNames: ['room'],
    registers,
    collect() {
      for (const [room, count] of Object.entries(looked.queue())) this.set({ room }, count);
    },
  });
  addReadiness(registers, looked);
  addJobs(registers, looked);
  new Gauge({
    name: 'tarazu_log_head_age_seconds',
    help: 'Age of the last signed head of the journal. It grows while no command comes: look at readiness too.',
    registers,
    collect() {
      this.reset();
      const age = looked.headAgeSeconds();
      if (age !== undefined) this.set(age);
      else this.remove();
    },
  });
  new Gauge({
    name: 'tarazu_market_age_seconds',
    help: 'Age of the oldest quote among the instruments that trade now.',
    registers,
    collect() {
      this.set(looked.marketAgeSeconds());
    },
  });
  new Gauge({
    name: 'tarazu_appeals_overdue',
    help: 'Appeals of customers that wait longer than was promised, by what they are about. Any is an alarm.',
    labelNames: ['about'],
    registers,
    async collect() {
      for (const [about, count] of Object.entries(await looked.overdueAppeals())) this.set({ about }, count);
    },
  });
  new Gauge({
    name: 'tarazu_messages_waiting',
    help: 'Mails and SMS that were tried, could not be handed over, and are tried again.',
    registers,
    async collect() {
      this.set(await looked.messagesWaiting());
    },
  });
}

function addJobs(registers: Registry[], looked: Looked): void {
  new Gauge({
    name: 'tarazu_job_last_run_seconds',
    help: 'When the last turn of work by time ended, as seconds since 1970; absent before the first.',
    labelNames: ['job'],
    registers,
    collect() {
      for (const { name, lastRunAtMs } of looked.jobs())
        if (lastRunAtMs !== undefined) this.set({ job: name }, lastRunAtMs / 1_000);
    },
  });
  new Gauge({
    name: 'tarazu_job_next_run_seconds',
    help: 'When the next turn of work by time is due, as seconds since 1970.',
    labelNames: ['job'],
    registers,
    collect() {
      for (const { name, nextRunAtMs } of looked.jobs()) this.set({ job: name }, nextRunAtMs / 1_000);
    },
  });
  new Gauge({
    name: 'tarazu_job_failures_in_row',
    help: 'Failures of work by time since a turn of it went well.',
    labelNames: ['job'],
    registers,
    collect() {
      for (const { name, failuresInRow } of looked.jobs()) this.set({ job: name }, failuresInRow);
    },
  });
}

function addReadiness(registers: Registry[], looked: Looked): void {
  new Gauge({
    name: 'tarazu_ready_check',
    help: 'What readiness is made of: 1 when the check holds, else 0.',
    labelNames: ['check'],
    registers,
    async collect() {
      const checks = Object.entries(await looked.readiness());
      for (const [check, holds] of checks) this.set({ check }, holds ? 1 : 0);
    },
  });
}
