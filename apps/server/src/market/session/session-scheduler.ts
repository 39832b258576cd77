import type { EndSeeds } from '#market/calendar/random-end.ts';
import { dayOverMs, forgetPhases } from '#market/calendar/sessions.ts';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import { isListedAt } from '#market/exchanges.ts';
import type { DayKeys } from '#market/identity/day-keys.ts';
import type { OrderFlow } from '#market/market-maker/order-flow.ts';
import {
  type Reference,
  type ReferenceQuestion,
  referenceAt,
  sessionsAt,
} from '#market/reference/reference.ts';
import { DayCommands } from '#market/session/day-commands.ts';
import { dayKeyReferences } from '#market/session/day-key-references.ts';
import { endSeedKey, endSeedReferences } from '#market/session/end-seed-references.ts';
import { showLastPaid } from '#market/session/last-paid.ts';
import type { SyncedFacts } from '#market/session/synced.ts';
import type { HoursMode, MarketSource } from '#market/source.ts';
import type { Tape } from '#market/tape/tape.ts';
import type { TapeStore } from '#market/tape/tape-store.ts';
import type { Halt } from '#market/venue/halts.ts';
import type { VenueDay } from '#market/venue/venue-day.ts';
import { isPlain, type VenueStatus } from '#market/venue/venue-status.ts';
import { dayText } from '#platform/time/days.ts';
import type { EndMixPort } from '#ports.ts';
import { hasPhases } from '#products/list.ts';
import type { RulesPort } from '#rules/family.ts';

interface SessionSchedulerParts {
  readonly source: MarketSource;
  readonly rules: RulesPort;
  readonly calendar: TradingCalendar;
  readonly hours: HoursMode;
  readonly endSeeds: EndSeeds;
  readonly endMix: EndMixPort;
  readonly keys: DayKeys;
  readonly store: TapeStore;
  readonly day: VenueDay;
  readonly synced: SyncedFacts;
  readonly tape: Tape;
  readonly orderFlow: OrderFlow;
  readonly venueStatus: VenueStatus;
  readonly nowMs: () => number;
}

interface Turn {
  /** The venue was stopped just now. */
  readonly isStopped?: boolean;
  /** Everything is compared with what the engine was sent, not only the sessions. */
  readonly tellsAll?: boolean;
}

/**
 * Keeps the day going: its phases, halts and bands, what a new day brings to quotes and the market maker, and
 * what the engine must know of it.
 */
export class SessionScheduler {
  readonly #parts: SessionSchedulerParts;
  readonly #dayCommands: DayCommands;
  #dayNumber = -1;
  /** Terms of instruments have changed that the engine was not sent: what failed is sent again. */
  #hasNews = false;
  #lastAdvance: Promise<void> = Promise.resolve();

  constructor(parts: SessionSchedulerParts) {
    this.#parts = parts;
    this.#dayCommands = new DayCommands(
      { nowMs: parts.nowMs, dayOf: (atMs) => parts.calendar.dayOf(atMs) },
      () => this.#advance(),
    );
  }

  /** Goes on where the market stopped, and tells the engine everything that it does not know. */
  async begin(state: ReadonlyMap<string, string>): Promise<void> {
    const { synced, day, tape, hours, nowMs, endSeeds, endMix } = this.#parts;
    synced.restore(state);
    endSeeds.learn(await endMix.published());
    day.restore(state);
    await tape.begin(nowMs());
    if (hours === 'calendar') await showLastPaid(tape.quotes.values(), { ...this.#parts, atMs: nowMs() });
    const atMs = nowMs();
    await this.#mixEnds(atMs);
    await day.advance(atMs);
    await this.#sync(this.#references(atMs));
    this.#dayCommands.markSynced(atMs);
    this.#dayNumber = this.#parts.calendar.dayOf(atMs);
  }

  /** Resolves when the engine knows what holds on the day of now; undefined while it does. */
  today(): Promise<void> | undefined {
    return this.#dayCommands.today();
  }

  isToday(): boolean {
    return this.#dayCommands.isToday();
  }

  async second(): Promise<void> {
    const { nowMs } = this.#parts;
    await this.#mixEnds(nowMs());
    const isStopped = await this.#watchIndex(nowMs());
    await this.#advance({ isStopped });
  }

  async minute(): Promise<void> {
    const { tape, nowMs } = this.#parts;
    await this.#advance({ tellsAll: true });
    await tape.days.rollCoins(nowMs());
    await tape.coarsenNext(nowMs());
    await tape.days.keepNext(nowMs());
  }

  /** Stops one share until it is let go on, or until a time; without a halt it goes on. */
  async halt(id: string, halt: Halt | undefined): Promise<void> {
    const { day, orderFlow, nowMs } = this.#parts;
    await day.halt(id, halt, nowMs());
    await this.#advance({ tellsAll: true });
    orderFlow.quoteAll();
  }

  /** A great move of its first index stops the whole exchange (rules 2.5). */
  async #watchIndex(nowMs: number): Promise<boolean> {
    const { source, tape, day } = this.#parts;
    const first = source.indices(nowMs).find(({ id }) => isListedAt(day.exchange, id));
    const quote = first && tape.quotes.get(first.id);
    if (!first || !quote) return false;
    const previousClose = source.previousClose(first.id, nowMs);
    return day.onIndex({ change: quote.price - previousClose, previousClose }, nowMs);
  }

  /**
   * Phases, halts and bands go on to an instant, and what auctions would give is shown. What the engine is
   * sent is of that same instant, however long all of it takes: it hears of no phase that the day is not in.
   * One at a time: a turn that began earlier and ends later would tell the engine of a phase that is over.
   */
  #advance(turn: Turn = {}): Promise<void> {
    const advance = () => this.#advanceNow(turn);
    const advanced = this.#lastAdvance.then(advance, advance);
    this.#lastAdvance = advanced.catch(() => undefined);
    return advanced;
  }

  async #advanceNow({ isStopped = false, tellsAll = false }: Turn): Promise<void> {
    const { day, orderFlow } = this.#parts;
    const nowMs = this.#parts.nowMs();
    const isNew = (await day.advance(nowMs)) || isStopped || this.#hasNews;
    this.#hasNews ||= isNew;
    if (isNew) await this.#refresh(nowMs);
    await this.#sync(isNew || tellsAll ? this.#references(nowMs) : sessionsAt(this.#question(nowMs)));
    if (isNew) this.#hasNews = false;
    this.#dayCommands.markSynced(nowMs);
    if (isNew) orderFlow.quoteAll();
    this.#standShares(nowMs);
  }

  /** Each share's quote says where it stands, unless it simply trades. */
  #standShares(nowMs: number): void {
    const { hours, day, venueStatus, tape } = this.#parts;
    for (const [id, quote] of tape.quotes) {
      if (!hasPhases(quote.listing)) continue;
      const isSimple = hours === 'always' && day.haltOf(id) === undefined;
      const state = isSimple ? undefined : venueStatus.stateOf(quote.listing, nowMs);
      quote.stand(state === undefined || isPlain(state) ? undefined : state);
    }
  }

  async #refresh(nowMs: number): Promise<void> {
    const { tape, orderFlow, calendar } = this.#parts;
    const day = calendar.dayOf(nowMs);
    const isNewDay = day !== this.#dayNumber;
    this.#dayNumber = day;
    if (isNewDay) {
      await tape.newDay(nowMs);
      orderFlow.setDefinitions(nowMs);
    } else await tape.days.rollCoins(nowMs);
  }

  #question(atMs: number): ReferenceQuestion {
    const { source, rules, calendar, hours, day } = this.#parts;
    return { source, rules, calendar, hours, day, atMs };
  }

  #references(atMs: number): Reference[] {
    const { synced, keys } = this.#parts;
    const ofKeys = dayKeyReferences({
      keys,
      atMs,
      knows: (key) => synced.has(key),
      isPublished: (key) => synced.hasDayKey(key),
    });
    return [...referenceAt(this.#question(atMs)), ...this.#endSeedReferences(atMs), ...ofKeys];
  }

  #endSeedReferences(atMs: number): Reference[] {
    const { endSeeds: seeds, hours, synced } = this.#parts;
    const isPublished = (key: string): boolean => synced.has(key);
    return hours === 'calendar' ? endSeedReferences({ ...this.#question(atMs), seeds, isPublished }) : [];
  }

  /** Sends facts to the engine; a day's secret decides only as the journal has it. */
  async #sync(references: readonly Reference[]): Promise<void> {
    const { synced, endSeeds } = this.#parts;
    await synced.send(references);
    endSeeds.learn(
      references.flatMap(({ command }) =>
        command.type === 'rules.set' && command.endSeed ? [command.endSeed] : [],
      ),
    );
  }

  /**
   * Once a day, as soon as it can be made: what joins the secret of its auctions. It is in the journal before
   * it decides anything; until then they would end at the latest.
   */
  async #mixEnds(atMs: number): Promise<void> {
    const { hours, calendar, endSeeds, endMix } = this.#parts;
    const day = calendar.dayOf(atMs);
    const overMs = dayOverMs(day, calendar);
    if (hours !== 'calendar' || overMs === undefined || overMs <= atMs) return;
    const tradingDay = dayText(day);
    if (!endSeeds.isPublished(tradingDay)) await this.#sync(this.#endSeedReferences(atMs));
    const { rule, mix: known, beacon } = endSeeds.publicOf(tradingDay);
    if (rule === undefined || known !== undefined) return;
    const mix = await endMix.of(tradingDay, beacon);
    if (mix === undefined) return;
    const endSeed = endSeeds.mixedOf(tradingDay, mix);
    await this.#sync([{ key: endSeedKey(tradingDay), command: { type: 'rules.set', endSeed } }]);
    forgetPhases(endSeeds.randomEnd);
  }
}
