import type { InstrumentId } from '@tarazu/core/values';
import type { OrderFlow } from '#market/market-maker/order-flow.ts';
import type { EngineEvent, EnginePort } from '#ports.ts';

interface MarketMakerParts {
  readonly orderFlow: OrderFlow;
  readonly engine: Pick<EnginePort, 'marketMaker'>;
  /** Whether the engine knows what holds on the day of now. */
  readonly isDayTold: () => boolean;
}

/**
 * The market maker in its books: what it says there, when
 * it says nothing, and whether it stands in all of them.
 */
export class MarketMaker {
  readonly #parts: MarketMakerParts;
  /** The market maker left its books and comes back as soon as the engine knows the day. */
  #isAway = false;
  /** Books for whose first quotes the writer has not answered yet. */
  #unquoted = new Set<string>();

  constructor(parts: MarketMakerParts) {
    this.#parts = parts;
  }

  /**
   * It left its books with the writer's last term, or was
   * never in them: it comes now and not with the next tick.
   */
  comeBack(nowMs: number): void {
    const { orderFlow, engine, isDayTold } = this.#parts;
    orderFlow.quoteAll();
    this.#isAway = !isDayTold();
    if (this.#isAway) return;
    const { commands } = orderFlow.tick(nowMs);
    const quotes = commands.filter(
      (command) => command.type === 'marketMaker.quote' && command.bids.length + command.asks.length > 0,
    );
    this.#unquoted = new Set(quotes.map(bookOf));
    engine.marketMaker(commands);
  }

  /**
   * One tick; returns what was quoted. The market maker says nothing on a day that the engine does not know
   * yet: it would fill orders by the terms of the day before.
   */
  tick(nowMs: number): readonly InstrumentId[] {
    const { orderFlow, engine, isDayTold } = this.#parts;
    if (!isDayTold()) return [];
    if (this.#isAway) this.comeBack(nowMs);
    const { commands, alive } = orderFlow.tick(nowMs);
    if (commands.length > 0) engine.marketMaker(commands);
    return alive;
  }

  /** What became durable: its own quotes, and who took from its books. */
  hear({ command, applied }: EngineEvent): void {
    for (const fill of applied.changes.fills) this.#parts.orderFlow.traded(fill);
    if (command.type === 'marketMaker.quote') this.#unquoted.delete(bookOf(command));
    else for (const book of applied.books) this.#parts.orderFlow.eaten(book.instrumentId, book.environment);
  }

  /** False from a start or a recovery until it stands in every book whose venue is open. */
  isInItsBooks(): boolean {
    return !this.#isAway && this.#unquoted.size === 0;
  }
}

function bookOf({ instrumentId: id, environment }: { instrumentId: string; environment: string }): string {
  return `${environment} ${id}`;
}
