import type { Connection } from '#stream/connection.ts';

/** Messages of a topic that are kept to be sent again to who missed them. */
const KEPT_MAX = 64;

interface Kept {
  readonly number: number;
  readonly text: string;
}

/**
 * One subject of the stream. Each of its messages is numbered and written as text once, however many read it.
 */
export class Topic {
  /** Its name on the wire. */
  readonly name: string;
  readonly subscribers = new Set<Connection>();
  readonly #snapshot: () => Record<string, unknown> | undefined;
  readonly #keeps: boolean;
  readonly #kept: Kept[] = [];
  #number = 0;

  /**
   * @param snapshot the whole of it as it is now; undefined where there is nothing to tell
   * @param keeps whether missed messages are sent again; where not, a snapshot says it all
   */
  constructor(name: string, snapshot: () => Record<string, unknown> | undefined, keeps: boolean) {
    this.name = name;
    this.#snapshot = snapshot;
    this.#keeps = keeps;
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
    const message = this.#snapshot();
    if (message === undefined) return;
    connection.enqueue(JSON.stringify({ ...message, topic: this.name, number: this.#number, snapshot: true }));
  }

  /** Sends what came after a number, or the whole when that is no longer kept. */
  resume(connection: Connection, lastNumber: number): void {
    const missed = this.#number - lastNumber;
    const isKept = this.#keeps && missed >= 0 && missed <= this.#kept.length;
    if (!isKept) return this.sendSnapshot(connection);
    for (const kept of this.#kept) if (kept.number > lastNumber) connection.enqueue(kept.text);
  }
}
