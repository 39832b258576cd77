import { COMMAND_KINDS, type Command, type Outcome, type Refusal } from '@tarazu/core';
import { MINUTE_MS } from '@tarazu/core/values';
import type { Clock } from '#platform/time/clock.ts';
import type { EngineLog, EngineOptions } from './options.ts';

/** One line of the log for each kind of command and code in this time. */
const SAID_EVERY_MS = MINUTE_MS;

/**
 * Refusals of what the system asks by itself, each a sign: they
 * are counted, and logged once a minute by command and code.
 */
export class SystemRefusals {
  readonly #log: EngineLog;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #onRefused: ((command: Command, code: string) => void) | undefined;
  readonly #said = new Map<string, { atMs: number; since: number }>();

  constructor({ log, metrics, clock }: Pick<EngineOptions, 'log' | 'metrics' | 'clock'>) {
    this.#log = log;
    this.#onRefused = metrics?.refused;
    this.#clock = clock;
  }

  onAnswered(command: Command, outcome: Outcome): void {
    const refusal = refusalOf(outcome);
    if (refusal === undefined) return;
    const { sender } = COMMAND_KINDS[command.type];
    if (sender === 'system' || sender === 'marketMaker') this.note(command, refusal);
  }

  /** A command of the system was refused, or did not reach the writer. */
  note(command: Command, refusal: { readonly code: string }): void {
    const { type } = command;
    const { code } = refusal;
    this.#onRefused?.(command, code);
    const name = `${type} ${code}`;
    const nowMs = this.#clock.monotonicMs();
    const said = this.#said.get(name);
    if (said && nowMs - said.atMs < SAID_EVERY_MS) {
      said.since += 1;
      return;
    }
    const line = { type, refusal: textOf(refusal), ...(said && { moreSince: said.since }) };
    this.#said.set(name, { atMs: nowMs, since: 0 });
    this.#log.error(line, 'A command of the system was refused.');
  }
}

/** Why a command was not done, or not all of it; a square-off may have cancelled orders and placed none. */
function refusalOf(outcome: Outcome): Refusal | undefined {
  if (!outcome.ok) return outcome.refusal;
  return outcome.type === 'done' ? outcome.notPlaced : undefined;
}

function textOf(refusal: object): string {
  return JSON.stringify(refusal, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}
