import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';

const LONG_MS = 600_000_000;
const lengthMs = () => z.int().check(z.nonnegative(), z.maximum(LONG_MS));

const answerFaults = {
  /** Time that each answer takes longer. */
  slowMs: z._default(lengthMs(), 0),
  /** Nothing is answered, and no webhook leaves. */
  isDown: z._default(z.boolean(), false),
  /** Everything that is asked is done, and the answer never comes. */
  losesAnswers: z._default(z.boolean(), false),
};

/** Faults of anything that is asked. */
export const answerFaultsSchema = z.object(answerFaults);
export type AnswerFaults = z.output<typeof answerFaultsSchema>;

/** Faults that a person may cause at the bank. Kept in its file: a restart forgets nothing. */
export const faultsSchema = z.object({
  ...answerFaults,
  /** Each change is told twice. */
  tellsTwice: z._default(z.boolean(), false),
  /** Changes are told so much later. */
  lateMs: z._default(lengthMs(), 0),
  /** Changes are told after the next restart. */
  tellsAfterRestart: z._default(z.boolean(), false),
  /** Fate of payments that are taken from now on. */
  payments: z._default(z.enum(['done', 'fail', 'reject', 'yesAfterNo', 'stay']), 'done'),
});
export type Faults = z.output<typeof faultsSchema>;

export class FaultStore {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  read(): Faults {
    const row = this.#file.prepare("select value from setting where name = 'faults'").get();
    return faultsSchema.parse(typeof row?.['value'] === 'string' ? JSON.parse(row['value']) : {});
  }

  write(faults: Faults): void {
    this.#file
      .prepare(
        "insert into setting values ('faults', ?) on conflict (name) do update set value = excluded.value",
      )
      .run(JSON.stringify(faults));
  }
}
