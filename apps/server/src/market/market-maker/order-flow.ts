import type { MarketMakerCommand } from '@tarazu/core';
import type { Environment, InstrumentId, Quantity } from '@tarazu/core/values';
import { DAY_MS, MINUTE_MS } from '@tarazu/core/values';
import { isCollecting, type SessionPhase } from '#market/calendar/sessions.ts';
import { exchangeAt } from '#market/exchanges.ts';
import { Inventory } from '#market/market-maker/inventory.ts';
import type { DayWords } from '#market/model/day-words.ts';
import {
  type Quote,
  quoteAround,
  quoteAtClose,
  quoteAtRecorded,
  quoteForAuction,
  type Sight,
  takeOrderFlow,
  wholeOf,
} from '#market/quoting/quoting.ts';
import { tradesASecond } from '#market/quoting/trade-rate.ts';
import type { HoursMode, InstrumentDefinition, MarketSource } from '#market/source.ts';
import type { CustomerTrade } from '#market/tape/tape-store.ts';
import type { VenueDay } from '#market/venue/venue-day.ts';
import { MINUTES_A_DAY } from '#platform/time/days.ts';
import { hasPhases } from '#products/list.ts';

const ENVIRONMENTS: readonly Environment[] = ['real', 'demo'];
/** Watched instruments are quoted four times a second, the rest once. */
const TICKS_A_SECOND = 4;
const RECORDED_TRADES_A_SECOND = 4;
const WATCHED_FOR_MS = MINUTE_MS;

/** The units that the market maker has sold of a book, as they stood at an instant. */
export type HeldRow = readonly [id: string, environment: Environment, sold: number, atMs: number];

type Day = Pick<VenueDay, 'sessionOf' | 'haltOf' | 'terms'>;

interface Stand {
  readonly definition: InstrumentDefinition;
  readonly offset: number;
  fairBefore: number;
  fairTraded: number | undefined;
  watchedUntilMs: number;
  /** Trades of the simulated order flow: the first comes with the first quotes, to give a last price. */
  hasTraded: boolean;
  /** The quotes of last time, and the environments in which the book has been eaten into since. */
  readonly quoted: Map<Environment, string>;
  readonly eaten: Set<Environment>;
  readonly inventories: ReadonlyMap<Environment, Inventory>;
}

/**
 * The market maker: makers that quote around the source's value and simulated order flow that trades with the
 * book, in both environments alike. It sees the value, its own quotes and what it holds by its own trades; it
 * never looks at a customer's order.
 */
export class OrderFlow {
  readonly #source: MarketSource;
  readonly #stands = new Map<string, Stand>();
  readonly #words: DayWords;
  readonly #day: Day;
  readonly #dayVolume: (id: InstrumentId) => Quantity;
  readonly #isCalendar: boolean;
  readonly #word = new Uint32Array(1);
  #tick = 0;

  constructor(options: {
    source: MarketSource;
    hours: HoursMode;
    day: Day;
    /** Mean volume of a day, in the quantity scale. */
    dayVolume: (id: InstrumentId) => Quantity;
    words: DayWords;
    atMs: number;
  }) {
    this.#isCalendar = options.hours === 'calendar';
    this.#dayVolume = options.dayVolume;
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
        fairTraded: before?.fairTraded,
        watchedUntilMs: before?.watchedUntilMs ?? 0,
        hasTraded: before?.hasTraded ?? false,
        quoted: new Map(),
        eaten: new Set(ENVIRONMENTS),
        inventories:
          before?.inventories ?? new Map(ENVIRONMENTS.map((environment) => [environment, new Inventory()])),
      });
    });
  }

  watch(instrumentId: string, atMs: number): void {
    const stand = this.#stands.get(instrumentId);
    if (stand) stand.watchedUntilMs = atMs + WATCHED_FOR_MS;
  }

  /** Somebody traded in a book or cancelled, or a quote was refused: it is quoted afresh at the next tick. */
  eaten(instrumentId: InstrumentId, environment: Environment): void {
    this.#stands.get(instrumentId)?.eaten.add(environment);
  }

  /** The quantity that a customer took of the market maker's quotes. */
  traded({ instrumentId, environment, quantity, takerSide, atMs }: CustomerTrade): void {
    const stand = this.#stands.get(instrumentId);
    if (stand === undefined) return;
    const whole = wholeOf(quantity, stand.definition.baseScale);
    stand.inventories.get(environment)?.trade(takerSide === 'buy' ? whole : -whole, atMs);
  }

  /** The holdings of the market maker in each book, for the next start. */
  held(atMs: number): readonly HeldRow[] {
    return [...this.#stands].flatMap(([id, { inventories }]) =>
      [...inventories].flatMap(([environment, inventory]): HeldRow[] =>
        inventory.isEven(atMs) ? [] : [[id, environment, inventory.soldAt(atMs), atMs]],
      ),
    );
  }

  /** Goes on with what the market maker held before a start. */
  restore(rows: readonly HeldRow[]): void {
    for (const [id, environment, sold, atMs] of rows)
      this.#stands.get(id)?.inventories.get(environment)?.trade(sold, atMs);
  }

  /** After the writer came back: its books hold no quotes. */
  quoteAll(): void {
    for (const stand of this.#stands.values()) {
      stand.quoted.clear();
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
      const isDue = hot || stand.quoted.size === 0 || (this.#tick + stand.offset) % TICKS_A_SECOND === 0;
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
    const chance = (periodMs: number) => this.#chance(definition.id, periodMs, tick.atMs);
    const { fairBefore, fairTraded } = stand;
    const { atMs } = tick;
    const sight: Sight = { definition, fair, fairBefore, fairTraded, atMs, chance, ...(band && { band }) };
    const quotes = ENVIRONMENTS.map((environment) => {
      const leaning = this.#leaning(stand, sight, environment);
      return { environment, sight: leaning, quote: quoteIn(tick.phase, leaning, recorded) };
    });
    for (const { environment, quote } of quotes) this.#quote(stand, { environment, quote }, tick.commands);
    stand.eaten.clear();
    if (isCollecting(tick.phase)) return;
    const pace = tick.hot ? 'hot' : 'warm';
    const tradesPerSecond = recorded ? RECORDED_TRADES_A_SECOND : tradesASecond(sight, pace);
    const waited = tick.hot ? 1 / TICKS_A_SECOND : 1;
    const seconds = stand.hasTraded ? waited : Number.POSITIVE_INFINITY;
    stand.fairBefore = fair.price;
    for (const { environment, sight: leaning, quote } of quotes) {
      const take = takeOrderFlow(leaning, { seconds, tradesPerSecond, quote });
      if (take === undefined) continue;
      stand.hasTraded = true;
      stand.fairTraded = fair.price;
      tick.commands.push({ type: 'marketMaker.take', instrumentId: definition.id, environment, ...take });
      stand.eaten.add(environment);
    }
  }

  /**
   * The value as the market maker sees it from what it holds: where
   * it has sold it asks more, where it has bought it bids less.
   */
  #leaning(stand: Stand, sight: Sight, environment: Environment): Sight {
    const { definition, fair, atMs, fairBefore } = sight;
    const inventory = stand.inventories.get(environment);
    if (inventory === undefined || inventory.isEven(atMs)) return sight;
    const isShort = hasPhases(definition) && this.#isCalendar;
    const sigmaDay =
      fair.sigma1m * Math.sqrt(isShort ? exchangeAt(definition.id).sessionMinutes : MINUTES_A_DAY);
    const volume = this.#dayVolume(definition.id);
    const lean = inventory.lean(atMs, { sigmaDay, dayVolume: wholeOf(volume, definition.baseScale) });
    return {
      ...sight,
      fair: { ...fair, price: fair.price * (1 + lean) },
      fairBefore: fairBefore * (1 + lean),
    };
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

  #quote(
    stand: Stand,
    { environment, quote }: { environment: Environment; quote: Quote },
    commands: MarketMakerCommand[],
  ): void {
    const shape = [...quote.bids, ...quote.asks].map((level) => `${level[0]}x${level[1]}`).join();
    if (shape === stand.quoted.get(environment) && !stand.eaten.has(environment)) return;
    const { id } = stand.definition;
    commands.push({
      type: 'marketMaker.quote',
      instrumentId: id,
      environment,
      bids: quote.bids,
      asks: quote.asks,
    });
    stand.quoted.set(environment, shape);
  }
}

/** The market maker's quote in each phase. */
function quoteIn(phase: SessionPhase, sight: Sight, recorded: boolean): Quote {
  if (isCollecting(phase)) return quoteForAuction(sight);
  if (phase === 'postClose') return quoteAtClose(sight);
  return recorded ? quoteAtRecorded(sight) : quoteAround(sight);
}
