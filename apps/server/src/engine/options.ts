import type { QueueLimits } from '#engine/writer/command-queue.ts';
import type { GuardOptions } from '#engine/writer/guard.ts';
import type { WriterState } from '#engine/writer/publish.ts';
import type { EngineMetrics } from '#engine/writer/writer.ts';
import type { DatabaseConnection } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Scheduler } from '#platform/time/scheduler.ts';

/** The part of a logger that the engine uses; pino fits. */
export interface EngineLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface EngineOptions {
  /** Asked again at each attempt to connect, because a restarted database may have another port. */
  readonly connection: () => DatabaseConnection;
  readonly clock: Clock;
  readonly log: EngineLog;
  readonly metrics?: EngineMetrics;
  /** Accounts held in memory beyond which idle ones leave; by default 50,000. */
  readonly accountsMax?: number;
  /** Bytes that the client ids and answers of all accounts in memory may take; by default 256 MiB. */
  readonly knownBytesMax?: number;
  readonly queueLimits?: QueueLimits;
  /** Time between two looks for what is due, by default a second; 0: none, for tests that move the clock. */
  readonly dueEveryMs?: number;
  /** Time between two live checks from the writer's opening on, by default a minute; 0: only when asked. */
  readonly checksEveryMs?: number;
  /** Scheduler of work by the clock; by default one of its own, which ends with it. */
  readonly scheduler?: Scheduler;
  /**
   * Behaviour while another writer lives: by default to take
   * its lease, else to stand by, calling `onWaiting` once.
   */
  readonly standby?: Omit<GuardOptions, 'connection' | 'silentMsMax' | 'whenHeld'>;
  /** Silence of a database or a writer after which it is taken for frozen; by default 10 s. */
  readonly silentMsMax?: number;
  /** Time after which a statement has failed; by default 15 s. */
  readonly statementTimeoutMs?: number;
  /**
   * End of the engine for good, after which the process should
   * end: another writer, or tables that contradict themselves.
   */
  readonly onStopped: (cause: Error) => void;
}

/**
 * `halted`: something that must always hold does not. Nothing is
 * written until a person has looked and starts the server anew.
 */
export type EngineState = WriterState | 'halted' | 'stopped';
