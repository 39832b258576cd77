import type { Command } from '@tarazu/core';
import type { EngineEvent } from '#ports.ts';

/**
 * Commands that end risk may pass (`docs/decisions/0021-one-order-of-arrival.md`), whatever came before them.
 */
const PASSING: ReadonlySet<Command['type']> = new Set([
  'order.cancel',
  'order.cancelAll',
  'orders.expire',
  'intraday.close',
]);

/** In which order commands came, against the order in which the journal has them. */
export class Arrivals {
  readonly #places = new WeakMap<Command, number>();
  #count = 0;
  #last = { place: 0, sequence: 0 };

  note(command: Command): void {
    this.#count += 1;
    this.#places.set(command, this.#count);
  }

  /** 21: published commands kept their order of arrival, but for those that may pass. */
  check(events: readonly EngineEvent[]): string[] {
    const violations: string[] = [];
    for (const { sequence, command, leafHash } of events) {
      const place = this.#places.get(command);
      if (place === undefined || leafHash === undefined || PASSING.has(command.type)) continue;
      if (sequence > this.#last.sequence && place < this.#last.place)
        violations.push(`21: ${this.#last.sequence} is before ${sequence}, which came first`);
      this.#last = { place, sequence };
    }
    return violations;
  }
}
