import { decodeOutcome, encodeOutcome } from '#codec/outcome-codec.ts';
import type { Command } from '#model/command.ts';
import type { Outcome } from '#model/outcome.ts';
import { canonical } from '#state-hash.ts';
import type { InstantMs } from '#values/index.ts';

/** A row of the journal as an auditor reads it. */
export interface JournalRow {
  readonly sequence: number;
  readonly atMs: InstantMs;
  /** Number of the lease under which it was written. */
  readonly epoch: number;
  readonly command: string;
  readonly marketMakerDepth: string;
  /** The outcome as text, to be met again byte for byte. */
  readonly outcome: string;
}

/** A row as an auditor gets it: all that the command changed, as text beside it. */
export interface ChangedRow extends JournalRow {
  readonly changes: string;
}

/** Whether an outcome agrees with a text of the journal, in any sequence of its fields. */
export function isWrittenAs(outcome: Outcome, text: string): boolean {
  return encodeOutcome(outcome) === text || canonical(outcome) === canonical(decodeOutcome(text));
}

/** Account and client id of a command: one use of them has one effect. */
export function keyOf(command: Command): string | undefined {
  return 'clientId' in command ? `${command.accountId} ${command.clientId}` : undefined;
}
