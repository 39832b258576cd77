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
  /** Accounts held in memory beyond which idle ones leave. Default 50,000. */
  readonly accountsMax?: number;
  /** The bytes that the client ids and answers of all held accounts may take. Default 256 MiB. */
  readonly knownBytesMax?: number;
  readonly queueLimits?: QueueLimits;
  /**
   * How often the tables are asked what time has made due.
   * Default every second; 0 never, for tests that move the clock.
   */
  readonly dueEveryMs?: number;
  /**
   * How often all that must hold is looked at, the first time when
   * the writer opens. Default every minute; 0 only when asked.
   */
  readonly checksEveryMs?: number;
  /** The scheduler by which time does its work. Default: one of its own, which ends with it. */
  readonly scheduler?: Scheduler;
  /**
   * The behaviour at the start while another writer lives. Default: take the lease from it, which stops it.
   * With `onWaiting` this one is a standby, which calls it once and waits until the other has gone or says
   * nothing any more.
   */
  readonly standby?: Omit<GuardOptions, 'connection' | 'silentMsMax' | 'whenHeld'>;
  /** A database or a writer that is silent for so long is taken for frozen. Default 10 s. */
  readonly silentMsMax?: number;
  /** A statement that takes longer has failed. Default 15 s. */
  readonly statementTimeoutMs?: number;
  /**
   * The engine has stopped for good: another writer took over, or the tables contradict themselves. The
   * process should end; nothing that it says about money counts any more.
   */
  readonly onStopped: (cause: Error) => void;
}

/**
 * `halted`: something that must always hold does not. Nothing is
 * written until a person has looked and starts the server anew.
 */
export type EngineState = WriterState | 'halted' | 'stopped';
