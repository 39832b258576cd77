import type { MarketMakerCommand } from '@tarazu/core';
import type { InstrumentId } from '@tarazu/core/values';
import { HELD_KEY, type Held, heldFrom } from '#market/market-maker/held.ts';
import type { OrderFlow } from '#market/market-maker/order-flow.ts';
import type { TapeStore } from '#market/tape/tape-store.ts';
import type { EngineEvent, EnginePort } from '#ports.ts';

interface MarketMakerParts {
  readonly orderFlow: OrderFlow;
  readonly engine: Pick<EnginePort, 'marketMaker'>;
  readonly store: Pick<TapeStore, 'customerTrades' | 'setState'>;
}

/** A moment of the market. */
interface Moment {
  readonly nowMs: number;
  /** Whether the engine knows what holds on the day of now. */
  readonly isDaySynced: boolean;
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
  /** The last command of the journal whose trades are in what it holds, and what was kept last. */
  #sequence = 0;
  #kept = '';

  constructor(parts: MarketMakerParts) {
    this.#parts = parts;
  }

  /**
   * The market maker left its books at the end of the writer's last epoch, or was never in them: it comes now
   * and not with the next tick.
   */
  comeBack({ nowMs, isDaySynced }: Moment): void {
    const { orderFlow, engine } = this.#parts;
    orderFlow.quoteAll();
    this.#isAway = !isDaySynced;
    if (this.#isAway) return;
    const { commands } = orderFlow.tick(nowMs);
    const quotes = commands.filter(
      (command) => command.type === 'marketMaker.quote' && command.bids.length + command.asks.length > 0,
    );
    this.#unquoted = new Set(quotes.map(bookOf));
    engine.marketMaker(commands, this.#quoteAgain);
  }

  /** One tick; gives what was quoted, which is nothing on a day that the engine does not know yet. */
  tick(moment: Moment): readonly InstrumentId[] {
    const { orderFlow, engine } = this.#parts;
    if (!moment.isDaySynced) return [];
    if (this.#isAway) this.comeBack(moment);
    const { commands, alive } = orderFlow.tick(moment.nowMs);
    if (commands.length > 0) engine.marketMaker(commands, this.#quoteAgain);
    return alive;
  }

  /** A quote that was refused is made afresh at the next tick of its book, by the terms of then. */
  readonly #quoteAgain = ({ type, instrumentId, environment }: MarketMakerCommand): void => {
    if (type === 'marketMaker.quote') this.#parts.orderFlow.eaten(instrumentId, environment);
  };

  /** Commands that became durable: its own quotes, and those that took from its books. */
  onEvent({ command, applied, leafHash, sequence }: EngineEvent): void {
    if (leafHash !== undefined) this.#sequence = sequence;
    for (const fill of applied.changes.fills)
      if (!fill.taker.isMarketMaker && fill.maker.isMarketMaker) this.#parts.orderFlow.traded(fill);
    if (command.type === 'marketMaker.quote') this.#unquoted.delete(bookOf(command));
    else for (const book of applied.books) this.#parts.orderFlow.eaten(book.instrumentId, book.environment);
  }

  /**
   * Goes on with what it held before a start: as it was kept, and what the journal has of later trades.
   * @throws StartupError where that can't be read: it would quote as if nobody had traded with it.
   */
  async restore(state: ReadonlyMap<string, string>): Promise<void> {
    const { orderFlow, store } = this.#parts;
    const text = state.get(HELD_KEY);
    if (text === undefined) return;
    const { sequence, rows } = heldFrom(text);
    orderFlow.restore(rows);
    const later = await store.customerTrades(sequence);
    for (const trade of later.trades) orderFlow.traded(trade);
    this.#sequence = later.sequence;
  }

  /** Keeps what it holds, and which command of the journal was the last in it. */
  async keepHeld(nowMs: number): Promise<void> {
    const { orderFlow, store } = this.#parts;
    const held: Held = { sequence: this.#sequence, rows: orderFlow.held(nowMs) };
    const text = JSON.stringify(held);
    if (text === this.#kept) return;
    await store.setState(HELD_KEY, text);
    this.#kept = text;
  }

  /** False from a start or a recovery until it stands in every book whose venue is open. */
  isInItsBooks(): boolean {
    return !this.#isAway && this.#unquoted.size === 0;
  }
}

function bookOf({ instrumentId: id, environment }: { instrumentId: string; environment: string }): string {
  return `${environment} ${id}`;
}
