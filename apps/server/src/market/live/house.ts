import type { InstrumentId } from '@tarazu/core/values';
import type { Crowd } from '#market/live/crowd.ts';
import type { EngineEvent, EnginePort } from '#ports.ts';

interface HouseParts {
  readonly crowd: Crowd;
  readonly engine: Pick<EnginePort, 'house'>;
  /** Whether the engine knows what holds on the day of now. */
  readonly isDayTold: () => boolean;
}

/** The house in its books: what it says there, when it says nothing, and whether it stands in all of them. */
export class House {
  readonly #parts: HouseParts;
  /** It left its books and is to come back as soon as the engine knows the day. */
  #isAway = false;
  /** Books for whose first quotes the writer has not answered yet. */
  #unquoted = new Set<string>();

  constructor(parts: HouseParts) {
    this.#parts = parts;
  }

  /** It left its books with the writer's last term, or was never in them: it comes now and not with the next tick. */
  comeBack(nowMs: number): void {
    const { crowd, engine, isDayTold } = this.#parts;
    crowd.quoteAll();
    this.#isAway = !isDayTold();
    if (this.#isAway) return;
    const { commands } = crowd.tick(nowMs);
    const quotes = commands.filter(
      (command) => command.type === 'house.quote' && command.bids.length + command.asks.length > 0,
    );
    this.#unquoted = new Set(quotes.map(bookOf));
    engine.house(commands);
  }

  /**
   * One tick; returns what was quoted. The house says nothing on a day that the engine does not know yet: it would fill orders by the
   * terms of the day before.
   */
  tick(nowMs: number): readonly InstrumentId[] {
    const { crowd, engine, isDayTold } = this.#parts;
    if (!isDayTold()) return [];
    if (this.#isAway) this.comeBack(nowMs);
    const { commands, alive } = crowd.tick(nowMs);
    if (commands.length > 0) engine.house(commands);
    return alive;
  }

  /** What became durable: its own quotes, and who took from its books. */
  hear({ command, applied }: EngineEvent): void {
    if (command.type === 'house.quote') this.#unquoted.delete(bookOf(command));
    else for (const book of applied.books) this.#parts.crowd.eaten(book.instrumentId, book.lane);
  }

  /** False from a start or a recovery until it stands in every book whose venue is open. */
  isInItsBooks(): boolean {
    return !this.#isAway && this.#unquoted.size === 0;
  }
}

function bookOf({ instrumentId: id, lane }: { instrumentId: string; lane: string }): string {
  return `${lane} ${id}`;
}
