import type { Connection } from '#stream/connection.ts';

/** Messages of a topic that are kept to be sent again to who missed them. */
const KEPT_MAX = 64;

interface Kept {
  readonly number: number;
  readonly text: string;
}

export interface TopicParts {
  readonly name: string;
  /** The whole of it as it is now; undefined where there is nothing to tell. */
  readonly snapshot: () => Record<string, unknown> | undefined;
  /** Whether missed messages are sent again; where not, a snapshot says it all. */
  readonly keeps: boolean;
  /**
   * Instant from which its numbers go on, later for a topic
   * begun anew, so that no old number passes for a new one.
   */
  readonly startedAtMs: number;
  /** Whether all who ask at one moment are sent the same: then it is written once for them. */
  readonly isShared: boolean;
}

/** A snapshot is written anew after a change, and after as long as changes are gathered for. */
const WRITTEN_FOR_MS = 250;

/**
 * One subject of the stream. Each of its messages is numbered and written as text once, however many read it.
 */
export class Topic {
  /** The topic's name on the wire. */
  readonly name: string;
  readonly subscribers = new Set<Connection>();
  readonly #snapshot: () => Record<string, unknown> | undefined;
  readonly #keeps: boolean;
  readonly #kept: Kept[] = [];
  readonly #isShared: boolean;
  #number: number;
  #written: { readonly text: string | undefined; readonly number: number; readonly atMs: number } | undefined;

  constructor(of: TopicParts) {
    this.#isShared = of.isShared;
    this.name = of.name;
    this.#snapshot = of.snapshot;
    this.#keeps = of.keeps;
    this.#number = of.startedAtMs;
  }

  /** Numbers a message and hands it to every subscriber's next frame. */
  publish(message: Record<string, unknown>): void {
    this.#number += 1;
    const text = JSON.stringify({ ...message, topic: this.name, number: this.#number, snapshot: false });
    if (this.#keeps) {
      this.#kept.push({ number: this.#number, text });
      if (this.#kept.length > KEPT_MAX) this.#kept.shift();
    }
    for (const connection of this.subscribers) connection.enqueue(text);
  }

  sendSnapshot(connection: Connection): void {
    const text = this.#snapshotText();
    if (text !== undefined) connection.enqueue(text);
  }

  #snapshotText(): string | undefined {
    const nowMs = performance.now();
    const { text, number, atMs } = this.#written ?? { number: -1, atMs: 0 };
    if (this.#isShared && number === this.#number && nowMs - atMs < WRITTEN_FOR_MS) return text;
    const message = this.#snapshot();
    const written =
      message && JSON.stringify({ ...message, topic: this.name, number: this.#number, snapshot: true });
    this.#written = { text: written, number: this.#number, atMs: nowMs };
    return written;
  }

  /**
   * Sends what came after a number and says that this was all
   * of it, or sends the whole when that is no longer kept.
   */
  resume(connection: Connection, lastNumber: number): void {
    const missed = this.#number - lastNumber;
    const isKept = this.#keeps && missed >= 0 && missed <= this.#kept.length;
    if (!isKept) {
      this.sendSnapshot(connection);
      return;
    }
    for (const kept of this.#kept) if (kept.number > lastNumber) connection.enqueue(kept.text);
    connection.enqueue(JSON.stringify({ type: 'resumed', topic: this.name, number: this.#number }));
  }
}
