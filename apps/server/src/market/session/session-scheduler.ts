import type { Calendars } from '#market/calendar/calendars.ts';
import type { EndSeeds } from '#market/calendar/random-end.ts';
import { dayOverMs, forgetPhases } from '#market/calendar/sessions.ts';
import { type Exchange, isListedAt } from '#market/exchanges.ts';
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
import type { VenueDays } from '#market/venue/venue-days.ts';
import { isPlain, type VenueStatus } from '#market/venue/venue-status.ts';
import { dayText } from '#platform/time/days.ts';
import type { EndMixPort } from '#ports.ts';
import { hasPhases } from '#products/list.ts';
import type { RulesPort } from '#rules/family.ts';

interface SessionSchedulerParts {
  readonly source: MarketSource;
  readonly rules: RulesPort;
  readonly calendars: Calendars;
  readonly hours: HoursMode;
  readonly endSeeds: EndSeeds;
  readonly endMix: EndMixPort;
  readonly keys: DayKeys;
  readonly store: TapeStore;
  readonly days: VenueDays;
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
  /** The day of each exchange that its quotes have. */
  readonly #dayNumbers = new Map<string, number>();
  /** Terms of instruments have changed that the engine was not sent: what failed is sent again. */
  #hasNews = false;
  #lastAdvance: Promise<void> = Promise.resolve();

  constructor(parts: SessionSchedulerParts) {
    this.#parts = parts;
    this.#dayCommands = new DayCommands(
      { nowMs: parts.nowMs, daysAt: (atMs) => parts.calendars.daysAt(atMs) },
      () => this.#advance(),
    );
  }

  /** Goes on where the market stopped, and tells the engine everything that it does not know. */
  async begin(state: ReadonlyMap<string, string>): Promise<void> {
    const { synced, days, tape, hours, nowMs, endSeeds, endMix } = this.#parts;
    synced.restore(state);
    endSeeds.learn(await endMix.published());
    days.restore(state);
    await tape.begin(nowMs());
    if (hours === 'calendar') await showLastPaid(tape.quotes.values(), { ...this.#parts, atMs: nowMs() });
    const atMs = nowMs();
    await this.#mixEnds(atMs);
    await days.advance(atMs);
    await this.#sync(this.#references(atMs));
    this.#dayCommands.markSynced(atMs);
    for (const exchange of this.#newDays(atMs))
      this.#dayNumbers.set(exchange.venue, this.#dayOf(exchange, atMs));
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
    let isStopped = false;
    for (const day of this.#parts.days.all) isStopped = (await this.#watchIndex(day, nowMs())) || isStopped;
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
    const { days, orderFlow, nowMs } = this.#parts;
    await days.halt(id, halt, nowMs());
    await this.#advance({ tellsAll: true });
    orderFlow.quoteAll();
  }

  /** A great move of its first index stops the whole exchange (rules 2.5). */
  async #watchIndex(day: VenueDay, nowMs: number): Promise<boolean> {
    const { source, tape } = this.#parts;
    const first = source.indices(nowMs).find(({ id }) => isListedAt(day.exchange, id));
    const quote = first && tape.quotes.get(first.id);
    if (!first || !quote) return false;
    const previousClose = source.previousClose(first.id, nowMs);
    return day.onIndex({ change: quote.price - previousClose, previousClose }, nowMs);
  }

  /** Advance of phases, halts and bands to one instant, also for the engine, one turn at a time. */
  #advance(turn: Turn = {}): Promise<void> {
    const advance = () => this.#advanceNow(turn);
    const advanced = this.#lastAdvance.then(advance, advance);
    this.#lastAdvance = advanced.catch(() => undefined);
    return advanced;
  }

  async #advanceNow({ isStopped = false, tellsAll = false }: Turn): Promise<void> {
    const { days, orderFlow } = this.#parts;
    const nowMs = this.#parts.nowMs();
    const isNew = (await days.advance(nowMs)) || isStopped || this.#hasNews;
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
    const { hours, days, venueStatus, tape } = this.#parts;
    for (const [id, quote] of tape.quotes) {
      if (!hasPhases(quote.listing)) continue;
      const isSimple = hours === 'always' && days.haltOf(id) === undefined;
      const state = isSimple ? undefined : venueStatus.stateOf(quote.listing, nowMs);
      quote.stand(state === undefined || isPlain(state) ? undefined : state);
    }
  }

  async #refresh(nowMs: number): Promise<void> {
    const { tape, orderFlow } = this.#parts;
    const begun = this.#newDays(nowMs);
    for (const exchange of begun) {
      await tape.newDay(exchange, nowMs);
      // Only now: an exchange whose day could not be begun is tried again.
      this.#dayNumbers.set(exchange.venue, this.#dayOf(exchange, nowMs));
    }
    if (begun.length > 0) orderFlow.setDefinitions(nowMs);
    else await tape.days.rollCoins(nowMs);
  }

  /** The exchanges on which a day has begun that the tape does not know yet. */
  #newDays(atMs: number): Exchange[] {
    return this.#parts.calendars.exchanges.filter(
      (exchange) => this.#dayOf(exchange, atMs) !== this.#dayNumbers.get(exchange.venue),
    );
  }

  #dayOf({ venue }: Exchange, atMs: number): number {
    return this.#parts.calendars.at(venue).dayOf(atMs);
  }

  #question(atMs: number): ReferenceQuestion {
    const { source, rules, calendars, hours, days } = this.#parts;
    return { source, rules, calendars, hours, days, atMs };
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
    if (hours !== 'calendar') return [];
    return endSeedReferences({ calendar: this.#parts.calendars.home, seeds, isPublished, atMs });
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

  /** Mix of the day's secret, once a day of home, in the journal before it decides anything. */
  async #mixEnds(atMs: number): Promise<void> {
    const { hours, calendars, endSeeds, endMix } = this.#parts;
    const calendar = calendars.home;
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
