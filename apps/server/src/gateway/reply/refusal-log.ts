import { SECOND_MS } from '@tarazu/core/values';
import type { Served } from '#gateway/reply/served-groups.ts';

/** The part of a logger that is needed here. */
interface Log {
  info(fields: object, text: string): void;
}

/**
 * As many lines a second as a person can search; who is flooded with calls must not be flooded with lines.
 */
const LINES_A_SECOND_MAX = 100;

/**
 * Writes each refusal with the id that its caller was given, so that a person's question finds its line.
 * Beyond a hundred a second only their number is written, with the first and the last id: ids of one process
 * are in the order of arrival.
 */
export class RefusalLog {
  readonly #log: Log;
  #second = Number.NEGATIVE_INFINITY;
  #lines = 0;
  #more: { readonly from: string; to: string; count: number } | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  add({ path, requestId, status, reason, clientAddress }: Served, nowMs = performance.now()): void {
    if (reason === undefined) return;
    this.sweep(nowMs);
    this.#lines += 1;
    if (this.#lines <= LINES_A_SECOND_MAX) {
      this.#log.info(
        { event: 'refused', requestId, path, status, refusal: reason, address: clientAddress },
        'A call was refused.',
      );
      return;
    }
    this.#more ??= { from: requestId, to: requestId, count: 0 };
    this.#more.to = requestId;
    this.#more.count += 1;
  }

  /** Tells how many lines were too many, when their second is over. */
  sweep(nowMs = performance.now()): void {
    const second = Math.floor(nowMs / SECOND_MS);
    if (second === this.#second) return;
    this.#second = second;
    this.#lines = 0;
    if (this.#more === undefined) return;
    this.#log.info(
      { event: 'refusedMore', ...this.#more },
      'More calls were refused than lines are written for.',
    );
    this.#more = undefined;
  }
}
