import type { MarketMakerCommand } from '@tarazu/core';
import type { Environment, InstrumentId } from '@tarazu/core/values';
import { DAY_MS, MINUTE_MS } from '@tarazu/core/values';
import { isCollecting, type SessionPhase } from '#market/calendar/sessions.ts';
import type { DayWords } from '#market/model/day-words.ts';
import {
  type Quote,
  quoteAround,
  quoteAtClose,
  quoteAtRecorded,
  quoteForAuction,
  type Sight,
  takeOrderFlow,
} from '#market/quoting/quoting.ts';
import type { InstrumentDefinition, MarketSource } from '#market/source.ts';
import type { VenueDay } from '#market/venue/venue-day.ts';

const ENVIRONMENTS: readonly Environment[] = ['real', 'demo'];
/** Watched instruments are quoted four times a second, the rest once. */
const TICKS_A_SECOND = 4;
const TRADES_A_SECOND = { hot: 0.9, warm: 0.3, recorded: 4 };
const WATCHED_FOR_MS = MINUTE_MS;

interface Stand {
  readonly definition: InstrumentDefinition;
  readonly offset: number;
  fairBefore: number;
  watchedUntilMs: number;
  /**
   * Its books have had a trade of the simulated order flow: the first
   * comes with the first quotes, so that there is a last price.
   */
  hasTraded: boolean;
  /** What was quoted last, and in which environments the book has been eaten into since. */
  quoted: string;
  readonly eaten: Set<Environment>;
}

/**
 * The market maker: makers that quote around the source's value and simulated
 * order flow that trades with the book, in both environments alike. It sees
 * the value and its own quotes; it never looks at a customer's order.
 */
export class OrderFlow {
  readonly #source: MarketSource;
  readonly #stands = new Map<string, Stand>();
  readonly #words: DayWords;
  readonly #day: VenueDay;
  readonly #word = new Uint32Array(1);
  #tick = 0;

  constructor(options: { source: MarketSource; day: VenueDay; words: DayWords; atMs: number }) {
    this.#source = options.source;
    this.#day = options.day;
    this.#words = options.words;
    this.setDefinitions(options.atMs);
  }

  /** Takes the ticks and bands of a new day. */
  setDefinitions(atMs: number): void {
    this.#source.instruments(atMs).forEach((definition, index) => {
      const before = this.#stands.get(definition.id);
      this.#stands.set(definition.id, {
        definition,
        offset: index % TICKS_A_SECOND,
        fairBefore: before?.fairBefore ?? this.#source.fairValue(definition.id, atMs).price,
        watchedUntilMs: before?.watchedUntilMs ?? 0,
        hasTraded: before?.hasTraded ?? false,
        quoted: '',
        eaten: new Set(ENVIRONMENTS),
      });
    });
  }

  watch(instrumentId: string, atMs: number): void {
    const stand = this.#stands.get(instrumentId);
    if (stand) stand.watchedUntilMs = atMs + WATCHED_FOR_MS;
  }

  /** Somebody traded in or cancelled from a book: it is quoted afresh at the next tick. */
  eaten(instrumentId: InstrumentId, environment: Environment): void {
    this.#stands.get(instrumentId)?.eaten.add(environment);
  }

  /** After the writer came back: its books hold no quotes. */
  quoteAll(): void {
    for (const stand of this.#stands.values()) {
      stand.quoted = '';
      for (const environment of ENVIRONMENTS) stand.eaten.add(environment);
    }
  }

  /**
   * One tick of 250 ms: the market maker's commands, and which instruments were quoted.
   */
  tick(atMs: number): { commands: MarketMakerCommand[]; alive: InstrumentId[] } {
    this.#tick += 1;
    const commands: MarketMakerCommand[] = [];
    const alive: InstrumentId[] = [];
    for (const stand of this.#stands.values()) {
      const hot = stand.watchedUntilMs > atMs || this.#source.kind === 'recorded';
      const isDue = hot || stand.quoted === '' || (this.#tick + stand.offset) % TICKS_A_SECOND === 0;
      if (!isDue) continue;
      const { phase, takesOrders } = this.#day.sessionOf(stand.definition.id, atMs);
      if (!takesOrders || this.#day.haltOf(stand.definition.id)) continue;
      alive.push(stand.definition.id);
      this.#act(stand, { atMs, hot, phase, commands });
    }
    return { commands, alive };
  }

  #act(
    stand: Stand,
    tick: { atMs: number; hot: boolean; phase: SessionPhase; commands: MarketMakerCommand[] },
  ): void {
    const { definition } = stand;
    const recorded = this.#source.kind === 'recorded';
    const fair = this.#source.fairValue(definition.id, tick.atMs);
    const { band } = this.#day.terms(definition, tick.atMs);
    const sight: Sight = {
      definition,
      fair,
      fairBefore: stand.fairBefore,
      atMs: tick.atMs,
      chance: (periodMs) => this.#chance(definition.id, periodMs, tick.atMs),
      ...(band === undefined ? {} : { band }),
    };
    const quote = quoteIn(tick.phase, sight, recorded);
    this.#quote(stand, quote, tick.commands);
    if (isCollecting(tick.phase)) return;
    const tradesPerSecond = recorded
      ? TRADES_A_SECOND.recorded
      : tick.hot
        ? TRADES_A_SECOND.hot
        : TRADES_A_SECOND.warm;
    const waited = tick.hot ? 1 / TICKS_A_SECOND : 1;
    const seconds = stand.hasTraded ? waited : Number.POSITIVE_INFINITY;
    const take = takeOrderFlow(sight, { seconds, tradesPerSecond, quote });
    stand.fairBefore = fair.price;
    if (take === undefined) return;
    stand.hasTraded = true;
    for (const environment of ENVIRONMENTS) {
      tick.commands.push({ type: 'marketMaker.take', instrumentId: definition.id, environment, ...take });
      stand.eaten.add(environment);
    }
  }

  /**
   * A word for each period of a day: it comes of the day's key, so that nobody reads the simulated order
   * flow's next step out of its last.
   */
  #chance(id: string, periodMs: number, atMs: number): number {
    const day = Math.floor(atMs / DAY_MS);
    const position = Math.floor((atMs - day * DAY_MS) / periodMs);
    this.#words.fill(this.#word, { name: `${id} ${periodMs}`, purpose: 'orderFlow', day }, position);
    return this.#word[0] ?? 0;
  }

  #quote(stand: Stand, quote: Quote, commands: MarketMakerCommand[]): void {
    const shape = [...quote.bids, ...quote.asks].map((level) => `${level[0]}x${level[1]}`).join();
    for (const environment of ENVIRONMENTS) {
      if (shape === stand.quoted && !stand.eaten.has(environment)) continue;
      commands.push({
        type: 'marketMaker.quote',
        instrumentId: stand.definition.id,
        environment,
        bids: quote.bids,
        asks: quote.asks,
      });
    }
    stand.eaten.clear();
    stand.quoted = shape;
  }
}

/** What the market maker quotes in each phase. */
function quoteIn(phase: SessionPhase, sight: Sight, recorded: boolean): Quote {
  if (isCollecting(phase)) return quoteForAuction(sight);
  if (phase === 'postClose') return quoteAtClose(sight);
  return recorded ? quoteAtRecorded(sight) : quoteAround(sight);
}
