import type { ClosingBy, Instrument, OwnPhase, SessionPhase, Venue } from '@tarazu/core';
import { PHASE_TERMS } from '@tarazu/core/checks';
import { DAY_MS, type InstrumentId, MINUTE_MS, type Price, price } from '@tarazu/core/values';
import { latestEnd, type RandomEnd } from '#market/calendar/random-end.ts';
import { endWindowsOf, isCollecting, type SessionState, sessionAt } from '#market/calendar/sessions.ts';
import { type Exchange, isListedAt } from '#market/exchanges.ts';
import type { HoursMode, InstrumentDefinition, MarketSource } from '#market/source.ts';
import { around, onTick, within } from '#market/venue/bands.ts';
import type { DayRecord } from '#market/venue/day-record.ts';
import { DynamicBand, type SeenTrade } from '#market/venue/dynamic-band.ts';
import { breakerFor, type Halt } from '#market/venue/halts.ts';
import { learnPrices, type PriceSources, type TapePrices } from '#market/venue/load-prices.ts';
import {
  listingAuctionOn,
  listingBand,
  type OwnAuction,
  type OwnPhaseState,
  ownPhaseAt,
  ownWindow,
} from '#market/venue/own-auctions.ts';
import type { PersistedDay } from '#market/venue/persisted-day.ts';
import { dayFromText, dayText } from '#platform/time/days.ts';
import type { AuctionEnd } from '#ports.ts';
import { hasPhases } from '#products/list.ts';

/** The closing auction keeps to this much around its reference (rules 2.5). */
const CLOSING_BAND_BPS = 300n;

export interface VenueDayOptions extends PriceSources, TapePrices {
  readonly source: MarketSource;
  /** The exchange whose day it is. */
  readonly exchange: Exchange;
  readonly hours: HoursMode;
  readonly randomEnd?: RandomEnd | undefined;
  /** The persisted part of the day, of which the tape reads the closes. */
  readonly record: DayRecord;
}

/** The terms of an instrument that change within a day. */
export interface DayTerms {
  readonly band?: { readonly priceLow: Price; readonly priceHigh: Price };
  readonly referencePrice?: Price;
  readonly closesBy?: ClosingBy;
  readonly status: Instrument['status'];
  readonly ownPhase?: OwnPhase;
}

/**
 * The day of an exchange: its phases, the references and
 * closes of its auctions, bands that widen, and halts.
 */
export class VenueDay {
  readonly #options: VenueDayOptions;
  /** The venue: a halt of every share is stored under its name. */
  readonly #all: Venue;
  readonly #dynamicBand = new DynamicBand();
  #seenPhases = '';
  /** Something changed since the day was last persisted. */
  #isUnsaved = false;
  #advancing: Promise<boolean> = Promise.resolve(false);

  constructor(options: VenueDayOptions) {
    this.#options = options;
    this.#all = options.exchange.venue;
  }

  get exchange(): Exchange {
    return this.#options.exchange;
  }

  get #today(): PersistedDay {
    return this.#options.record.today;
  }

  /** Goes on with the day that is in the market's state. */
  restore(state: ReadonlyMap<string, string>): void {
    if (this.#options.record.restore(state)) this.#dynamicBand.restore(this.#today.widened);
  }

  /** The phase of each kind of share; undefined on a market that never closes. */
  phases(atMs: number): Readonly<Record<ClosingBy, SessionPhase>> | undefined {
    if (this.#options.hours === 'always') return undefined;
    const phase = (hasDerivatives: boolean) => sessionAt(atMs, { ...this.#options, hasDerivatives }).phase;
    return { auction: phase(true), average: phase(false) };
  }

  /** Goes on to an instant, one call after the other; true when the terms of instruments may have changed. */
  advance(atMs: number): Promise<boolean> {
    const goOn = () => this.#goOn(atMs);
    const gone = this.#advancing.then(goOn, goOn);
    this.#advancing = gone;
    return gone;
  }

  async #goOn(atMs: number): Promise<boolean> {
    const day = this.#options.calendar.dayOf(atMs);
    const isNewDay = day !== this.#today.day;
    if (isNewDay) {
      this.#options.record.startDay(day);
      this.#dynamicBand.reset();
    }
    // Halts that are over are lifted before: the auction after one is a phase.
    const isResumed = this.#liftHalts(atMs);
    const phases = this.phases(atMs);
    const seen = JSON.stringify([phases, this.#ownPhases(atMs)]);
    const isNewPhase = seen !== this.#seenPhases;
    if (isNewPhase && phases)
      await learnPrices(this.#options, this.#today, {
        ...{ phases, atMs, shares: this.#shares(atMs) },
      });
    const isWidened = this.#dynamicBand.advance(atMs);
    const isNews = isNewDay || isNewPhase || isWidened || isResumed;
    if (isNews || this.#isUnsaved) await this.#save();
    this.#seenPhases = seen;
    return isNews;
  }

  /**
   * The price of an uncrossing, from the public tape: that of the closing auction is the close, that of a
   * listing the day's base.
   */
  onAuction(definition: InstrumentDefinition, at: Price, atMs: number): void {
    const { id, listing, hasDerivatives } = definition;
    const isClosing = hasDerivatives && this.phases(atMs)?.auction === 'closingMatch';
    if (isClosing) this.#today.closes[id] ??= String(onTick(definition, at));
    if (listingAuctionOn(listing, atMs, this.#options.calendar)) this.#today.listed[id] ??= String(at);
    this.#isUnsaved = true;
  }

  onTrade(definition: InstrumentDefinition, trade: SeenTrade): void {
    if (definition.bandKind !== 'operatingRange' || definition.bandRateBps === undefined) return;
    const previousClose = this.#options.record.previousClose(definition.id, trade.atMs);
    this.#dynamicBand.note(trade, { previousClose, rateBps: definition.bandRateBps });
  }

  /** The index has a new value: true when the market has to stop for it. */
  async onIndex(move: { change: bigint; previousClose: bigint }, atMs: number): Promise<boolean> {
    if (this.phases(atMs)?.average !== 'continuous') return false;
    const { calendar } = this.#options;
    const today = calendar.dayOf(atMs);
    const startMs = calendar.startMs(today);
    const minute = (atMs - startMs) / MINUTE_MS;
    const { breakers } = this.#options.exchange;
    const found = breakerFor({ ...move, minute }, this.#today.breakerReached, breakers);
    if (!found) return false;
    this.#today.breakerReached = found.percent;
    if (found.minutes !== 0) {
      const auctionMinutes = calendar.ownAuctionOn(today, 'reopening')?.wholeMinutes ?? 0;
      const untilMs =
        found.minutes === 'restOfDay'
          ? startMs + DAY_MS
          : atMs + (found.minutes - auctionMinutes) * MINUTE_MS;
      this.#today.halts[this.#all] = { reason: 'index', untilMs };
    }
    await this.#save();
    return found.minutes !== 0;
  }

  /** Stops one share, or lets it go on, with a call auction first. */
  async halt(instrumentId: string, halt: Halt | undefined, atMs: number): Promise<void> {
    const before = this.#today.halts[instrumentId];
    if (halt) this.#today.halts[instrumentId] = halt;
    else if (before) this.#reopen(instrumentId, { ...before, untilMs: atMs });
    await this.#save();
  }

  haltOf(instrumentId: string): Halt | undefined {
    if (!isListedAt(this.#options.exchange, instrumentId)) return undefined;
    return this.#today.halts[instrumentId] ?? this.#today.halts[this.#all];
  }

  /** The state of a share by itself; undefined while it follows its venue. */
  standOf(definition: InstrumentDefinition, atMs: number): OwnPhaseState | undefined {
    const { id, kind, hasDerivatives, listing } = definition;
    const phases = this.phases(atMs);
    if (!hasPhases({ kind }) || !phases || this.haltOf(id)) return undefined;
    const first = listingAuctionOn(listing, atMs, this.#options.calendar);
    const { calendar, randomEnd = latestEnd } = this.#options;
    const by = { calendar, randomEnd };
    if (first) return this.#begun(ownPhaseAt(first, atMs, by), first, id);
    const { [id]: own = 0, [this.#all]: all = 0 } = this.#today.reopenings;
    const fromMs = Math.max(own, all);
    if (fromMs === 0 || phases[hasDerivatives ? 'auction' : 'average'] !== 'continuous') return undefined;
    const of = own > all ? id : this.#all;
    const auction = { kind: 'reopening', name: `reopening ${of} ${fromMs}`, fromMs } as const;
    return this.#begun(ownPhaseAt(auction, atMs, by), auction, of);
  }

  /** Window of an auction that has begun, in place of one that a halt cut short, however many a day has. */
  #begun(
    stand: OwnPhaseState | undefined,
    auction: OwnAuction,
    of: AuctionEnd['of'],
  ): OwnPhaseState | undefined {
    const window = stand && ownWindow(auction, this.#options.calendar);
    if (!window?.windowMs) return stand;
    const ends = this.#today.ownEnds;
    const tradingDay = dayText(this.#options.calendar.dayOf(auction.fromMs));
    const known = ends[tradingDay] ?? [];
    if (known.some(({ name, of: whose }) => name === window.name && whose === of)) return stand;
    const couldEnd = ({ of: whose, latestMs, windowMs }: AuctionEnd): boolean =>
      whose !== of || latestMs - windowMs < auction.fromMs;
    ends[tradingDay] = [...known.filter(couldEnd), { ...window, of }];
    return stand;
  }

  /** The windows of a day in which its auctions end at random. */
  endsOf(tradingDay: string): AuctionEnd[] {
    const { calendar } = this.#options;
    const windowsOf = (of: 'derivativeShares' | 'otherShares'): AuctionEnd[] =>
      endWindowsOf(dayFromText(tradingDay), { calendar, hasDerivatives: of === 'derivativeShares' }).map(
        (window) => ({ ...window, of }),
      );
    const own = this.#today.ownEnds[tradingDay] ?? [];
    return [...windowsOf('derivativeShares'), ...windowsOf('otherShares'), ...own];
  }

  /** The session of an instrument at an instant: by itself, or with its venue. */
  sessionOf(id: InstrumentId, atMs: number): SessionState {
    const definition = this.#options.record.definitionOf(id, atMs);
    const stand = definition && this.standOf(definition, atMs);
    if (!stand) return this.#options.source.sessionState(id, atMs);
    const { phase, changesAtMs, endsAtRandom } = stand;
    const takesOrders = isCollecting(phase);
    const opens = takesOrders ? {} : { opensAtMs: changesAtMs };
    return { phase, isOpen: false, takesOrders, endsAtMs: changesAtMs, endsAtRandom, ...opens };
  }

  /**
   * The price that the closing auction of this day paid; undefined before, and for instruments that close
   * otherwise.
   */
  closeOfAuction(id: InstrumentId, atMs: number): Price | undefined {
    return this.#options.record.definitionOf(id, atMs)?.hasDerivatives
      ? priceOf(this.#today.closes[id])
      : undefined;
  }

  /** The terms of an instrument at an instant. */
  terms(definition: InstrumentDefinition, atMs: number): DayTerms {
    const { listing } = definition;
    if (listing && dayText(this.#options.calendar.dayOf(atMs)) < listing.date) return { status: 'unlisted' };
    const status = this.haltOf(definition.id) ? 'halted' : 'listed';
    if (!hasPhases(definition)) return { status };
    const closesBy: ClosingBy = definition.hasDerivatives ? 'auction' : 'average';
    const previousClose = this.#options.record.previousClose(definition.id, atMs);
    const day = this.#dayBand(definition, previousClose);
    const stand = this.standOf(definition, atMs);
    if (listing && listingAuctionOn(listing, atMs, this.#options.calendar)) {
      const paid = priceOf(this.#today.listed[definition.id]);
      const band = listingBand(definition, { listing, stand, paid });
      const referencePrice = onTick(definition, paid ?? listing.issuePrice);
      const own = stand && { ownPhase: stand.phase };
      return { status, closesBy, referencePrice, ...(band && { band }), ...own };
    }
    if (stand) {
      const referencePrice = onTick(definition, this.#options.lastPrice(definition.id));
      return { status, closesBy, referencePrice, ...(day && { band: day }), ownPhase: stand.phase };
    }
    const phase = this.phases(atMs)?.[closesBy];
    const reference = priceOf(this.#today.references[definition.id]);
    if (phase && PHASE_TERMS[phase].partOfDay === 'closing' && reference !== undefined) {
      const band = around(definition, reference, { upBps: CLOSING_BAND_BPS, downBps: CLOSING_BAND_BPS });
      return { status, closesBy, referencePrice: reference, band: within(band, day) };
    }
    const close = priceOf(this.#today.closes[definition.id]);
    if (phase === 'postClose' && close !== undefined) {
      return { status, closesBy, referencePrice: close, band: { priceLow: close, priceHigh: close } };
    }
    return { status, closesBy, referencePrice: onTick(definition, previousClose), ...(day && { band: day }) };
  }

  #dayBand(definition: InstrumentDefinition, previousClose: Price): DayTerms['band'] {
    if (definition.bandRateBps === undefined) return undefined;
    const { upBps, downBps } = this.#dynamicBand.widened(definition.id);
    const rate = definition.bandRateBps;
    return around(definition, previousClose, {
      upBps: BigInt(rate + upBps),
      downBps: BigInt(rate + downBps),
    });
  }

  #liftHalts(atMs: number): boolean {
    const over = Object.entries(this.#today.halts).filter(([, { untilMs }]) => (untilMs ?? atMs + 1) <= atMs);
    for (const [id, halt] of over) this.#reopen(id, halt);
    return over.length > 0;
  }

  /** End of a halt; one for a corporate action is over before the day, which has an auction anyway. */
  #reopen(id: string, { reason, untilMs }: Halt): void {
    delete this.#today.halts[id];
    if (reason !== 'corporateAction' && untilMs !== undefined) this.#today.reopenings[id] = untilMs;
  }

  #ownPhases(atMs: number): readonly string[] {
    return this.#shares(atMs).flatMap((definition) => {
      const stand = this.standOf(definition, atMs);
      return stand ? [`${definition.id} ${stand.phase} ${this.#today.listed[definition.id] ?? ''}`] : [];
    });
  }

  #shares(atMs: number): readonly InstrumentDefinition[] {
    const { source, exchange } = this.#options;
    return source.instruments(atMs).filter(({ id }) => isListedAt(exchange, id));
  }

  #save(): Promise<void> {
    this.#isUnsaved = false;
    this.#today.widened = this.#dynamicBand.all();
    return this.#options.record.save();
  }
}

function priceOf(text: string | undefined): Price | undefined {
  return text === undefined ? undefined : price(BigInt(text));
}
