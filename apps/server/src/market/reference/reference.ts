import type { Command, Instrument, SettlementDay, Venue, VenueSession } from '@tarazu/core';
import { instantMs, type Rate, tradingDay } from '@tarazu/core/values';
import type { Calendars } from '#market/calendar/calendars.ts';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import type { HoursMode, InstrumentDefinition, MarketSource } from '#market/source.ts';
import type { VenueDays } from '#market/venue/venue-days.ts';
import { VENUES } from '#products/list.ts';
import { intraday } from '#rules/families/intraday.ts';
import { spotChargeRules } from '#rules/families/spot-charges.ts';
import type { RulesPort } from '#rules/family.ts';

/** A fact that the engine must know, under the name by which the market remembers having sent it. */
export interface Reference {
  readonly key: string;
  readonly command: Command;
}

export interface ReferenceQuestion {
  readonly source: MarketSource;
  readonly rules: RulesPort;
  readonly calendars: Calendars;
  readonly hours: HoursMode;
  readonly days: VenueDays;
  readonly atMs: number;
}

/**
 * Everything the engine must know of the world at an instant: charges in force, hours of each venue, terms
 * and band of each instrument, which come before the phase that stands on them. The market sends those that
 * differ from what it sent last, so a quiet minute sends nothing.
 */
export function referenceAt(question: ReferenceQuestion): Reference[] {
  const { source, rules, calendars, atMs } = question;
  const instruments = source.instruments(atMs).map((definition) => instrumentReference(definition, question));
  return [
    ...calendars.exchanges.map(
      ({ charges, chargesKey: key }): Reference => ({
        ...{ key, command: { type: 'rules.set', stockCharges: rules.at(charges, atMs) } },
      }),
    ),
    { key: 'rules:spot', command: { type: 'rules.set', spotCharges: rules.at(spotChargeRules, atMs) } },
    ...instruments,
    ...sessionsAt(question),
  ];
}

/**
 * The phases of each venue alone: asked every second, so that
 * an opening or a close is not a quarter of a minute late.
 */
export function sessionsAt(question: ReferenceQuestion): Reference[] {
  return VENUES.map((venue) => sessionReference(venue, question));
}

function instrumentReference(definition: InstrumentDefinition, question: ReferenceQuestion): Reference {
  const terms = question.days.terms(definition, question.atMs);
  // The auction of a listing day has no band: nobody knows
  // what a sale would open there, and what it may cost.
  const isFirst = terms.ownPhase === 'listingAuction';
  const margin = isFirst ? undefined : intradayMargin(definition, question);
  const instrument: Instrument = {
    id: definition.id,
    kind: definition.kind,
    venue: definition.venue,
    symbol: definition.symbol,
    baseAsset: definition.baseAsset,
    quoteAsset: definition.quoteAsset,
    quoteIsCoin: definition.quoteIsCoin,
    priceScale: definition.priceScale,
    baseScale: definition.baseScale,
    quoteScale: definition.quoteScale,
    tickSize: definition.tickSize,
    lotSize: definition.lotSize,
    quantityMin: definition.quantityMin,
    quantityMax: definition.quantityMax,
    valueMin: definition.valueMin,
    valueMax: definition.valueMax,
    protectionBps: definition.protectionBps,
    ...(definition.protectionLow && { protectionLow: definition.protectionLow }),
    lockDays: definition.lockDays,
    ...(margin !== undefined && { intradayMarginRate: margin }),
    ...terms,
  };
  return { key: `instrument:${definition.id}`, command: { type: 'instrument.set', instrument } };
}

/** Shares that must be delivered trade to trade, and coins, are not traded within the day on margin. */
export function intradayMargin(
  definition: InstrumentDefinition,
  { rules, atMs }: Pick<ReferenceQuestion, 'rules' | 'atMs'>,
): Rate | undefined {
  if (definition.lockDays !== 1) return undefined;
  const { marginRateLiquid, marginRateOther } = rules.at(intraday, atMs);
  return definition.hasDerivatives ? marginRateLiquid : marginRateOther;
}

function sessionReference(venue: Venue, question: ReferenceQuestion): Reference {
  const { atMs } = question;
  const calendar = question.calendars.at(venue);
  const nextMs = calendar.startMs(calendar.dayOf(atMs) + 1);
  const phases = question.days.at(venue)?.phases(atMs);
  const session: VenueSession = {
    venue,
    state: venueIsOpen(venue, question) ? 'open' : 'closed',
    ...(phases === undefined ? {} : { phases }),
    ...settlementDay(calendar, atMs),
    nextDay: { ...settlementDay(calendar, nextMs), fromMs: instantMs(nextMs) },
  };
  return { key: `session:${venue}`, command: { type: 'rules.set', session } };
}

function settlementDay(calendar: TradingCalendar, atMs: number): SettlementDay {
  const proceeds = calendar.proceedsAtMs(atMs);
  return {
    tradingDay: tradingDay(calendar.tradeDateOf(atMs)),
    settlesAtMs: {
      oneDay: instantMs(calendar.settlesAtMs(atMs, 1)),
      twoDays: instantMs(calendar.settlesAtMs(atMs, 2)),
    },
    proceedsUsableAtMs: instantMs(proceeds.usable),
    proceedsWithdrawableAtMs: instantMs(proceeds.withdrawable),
  };
}

/**
 * A venue is open while any of its shares is in a phase of
 * its day; what each phase takes in, its instruments say.
 */
function venueIsOpen(venue: Venue, question: ReferenceQuestion): boolean {
  const { source, atMs } = question;
  const phases = question.days.at(venue)?.phases(atMs);
  if (phases) return phases.auction !== 'closed' || phases.average !== 'closed';
  return source
    .instruments(atMs)
    .some((definition) => definition.venue === venue && source.sessionState(definition.id, atMs).isOpen);
}
