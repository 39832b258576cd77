import { formatDecimal, instrumentId, RATE_SCALE } from '@tarazu/core/values';
import type { CorporateAction, InstrumentProfile, Ticker, VenueState } from '@tarazu/protocol';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import type { CorporateActionRow } from '#market/catalogue/corporate-actions.ts';
import { intradayTimes } from '#market/reference/intraday-times.ts';
import { intradayMargin } from '#market/reference/reference.ts';
import type { HoursMode, InstrumentDefinition, MarketSource } from '#market/source.ts';
import type { VenueDay } from '#market/venue/venue-day.ts';
import { dayFromText } from '#platform/time/days.ts';
import type { Listing } from '#ports.ts';
import type { RulesPort } from '#rules/family.ts';

/** How long an action is shown after its record date. */
const DAYS_SHOWN = 90;

export interface ProfileQuestion {
  readonly listing: Listing;
  readonly ticker: Ticker;
  readonly spark: readonly string[];
  readonly source: MarketSource;
  readonly rules: RulesPort;
  readonly calendar: TradingCalendar;
  readonly hours: HoursMode;
  readonly day: VenueDay;
  readonly venueState: VenueState | undefined;
  readonly label: InstrumentProfile['market'];
  readonly atMs: number;
}

/** All that a detail page and a ticket show of an instrument or index. */
export function describe(
  question: ProfileQuestion,
): Omit<InstrumentProfile, 'collected' | 'yearHigh' | 'yearLow'> {
  const { listing, source, atMs } = question;
  const id = instrumentId(listing.instrumentId);
  const definition = source.instruments(atMs).find((instrument) => instrument.id === id);
  const session = question.day.sessionOf(id, atMs);
  const changesAtMs = session.takesOrders ? session.endsAtMs : session.opensAtMs;
  return {
    ...question.ticker,
    ...rowOf(question),
    ...(definition === undefined ? indexTerms(question) : terms(definition, question)),
    session: {
      state: session.takesOrders ? 'open' : 'closed',
      hours: question.hours,
      ...(changesAtMs === undefined ? {} : { changesAtMs }),
    },
    ...actionsOf(question),
    ...(question.venueState === undefined ? {} : { venueState: question.venueState }),
    market: question.label,
  };
}

function rowOf({ listing, spark }: ProfileQuestion) {
  return {
    kind: listing.kind,
    symbol: listing.symbol,
    name: listing.name,
    ...(listing.sector === undefined ? {} : { sector: listing.sector }),
    quoteAsset: listing.quoteAsset,
    baseAsset: listing.baseAsset,
    priceScale: listing.priceScale,
    baseScale: listing.baseScale,
    quoteScale: listing.quoteScale,
    averageDailyVolume: formatDecimal(listing.averageDailyVolume, listing.baseScale),
    spark: [...spark],
  };
}

function terms(definition: InstrumentDefinition, question: ProfileQuestion) {
  const { calendar, day, atMs } = question;
  const priceText = (value: bigint) => formatDecimal(value, definition.priceScale);
  const quantityText = (value: bigint) => formatDecimal(value, definition.baseScale);
  const amountText = (value: bigint) => formatDecimal(value, definition.quoteScale);
  const { band, status } = day.terms(definition, atMs);
  const { lockDays, protectionLow: low } = definition;
  return {
    quoteIsCoin: definition.quoteIsCoin,
    tickSize: priceText(definition.tickSize),
    lotSize: quantityText(definition.lotSize),
    quantityMin: quantityText(definition.quantityMin),
    quantityMax: quantityText(definition.quantityMax),
    valueMin: amountText(definition.valueMin),
    valueMax: amountText(definition.valueMax),
    protectionBps: definition.protectionBps,
    ...(low && { protectionLow: { priceBelow: priceText(low.priceBelow), bps: low.bps } }),
    lockDays,
    ...intradayField(definition, question),
    status,
    about: definition.description,
    ...(band === undefined
      ? {}
      : { band: { priceLow: priceText(band.priceLow), priceHigh: priceText(band.priceHigh) } }),
    ...(lockDays === 0 ? {} : { sellableFromMs: calendar.settlesAtMs(atMs, lockDays) }),
  };
}

/** How much of the value must be covered to trade within the day, and until when. */
function intradayField(definition: InstrumentDefinition, question: ProfileQuestion) {
  const { calendar, hours, atMs } = question;
  const marginRate = intradayMargin(definition, question);
  if (marginRate === undefined) return {};
  const times = intradayTimes(atMs, { calendar, hours, closesByAuction: definition.hasDerivatives });
  const { squareOffAtMs, warningAtMs } = times;
  return { intraday: { marginRate: formatDecimal(marginRate, RATE_SCALE), squareOffAtMs, warningAtMs } };
}

/** An index has no terms of trade: it cannot be bought. */
function indexTerms({ listing, source, atMs }: ProfileQuestion) {
  const definition = source.indices(atMs).find((index) => index.id === listing.instrumentId);
  const none = '0';
  return {
    quoteIsCoin: false,
    tickSize: formatDecimal(1n, listing.priceScale),
    lotSize: none,
    quantityMin: none,
    quantityMax: none,
    valueMin: none,
    valueMax: none,
    protectionBps: 0,
    lockDays: 0,
    status: 'unlisted' as const,
    about: definition?.description ?? '',
  };
}

/**
 * The actions that the issuer has announced and has not done longer than a quarter of a year ago, the next
 * first.
 */
function actionsOf({
  source,
  listing,
  calendar,
  atMs,
}: ProfileQuestion): Pick<InstrumentProfile, 'corporateActions'> {
  const today = calendar.dayOf(atMs);
  const known = source.corporateActions(atMs).filter(({ instrumentId: of, announcedOn, recordDate }) => {
    const isAnnounced = dayFromText(announcedOn) <= today && dayFromText(recordDate) > today - DAYS_SHOWN;
    return of === listing.instrumentId && isAnnounced;
  });
  if (known.length === 0) return {};
  return {
    corporateActions: known.map(({ id, announcedOn, recordDate, terms }) => ({
      id,
      kind: terms.kind,
      announcedOn,
      recordDate,
      isDone: isDone({ recordDate, terms }, today),
      ...wireTerms(terms, listing),
    })),
  };
}

/** A rights issue is done on the day after its close; everything else on its record date. */
function isDone(
  { recordDate, terms }: Pick<CorporateActionRow, 'recordDate' | 'terms'>,
  today: number,
): boolean {
  return terms.kind === 'rights' ? dayFromText(terms.closesOn) < today : dayFromText(recordDate) <= today;
}

function wireTerms(
  terms: CorporateActionRow['terms'],
  { priceScale, quoteScale }: ProfileQuestion['listing'],
): Partial<CorporateAction> {
  if (terms.kind === 'dividend') return { amountPerShare: formatDecimal(terms.amountPerShare, quoteScale) };
  if (terms.kind !== 'rights')
    return { sharesBefore: String(terms.sharesBefore), sharesAfter: String(terms.sharesAfter) };
  const { sharesHeld, sharesOffered, priceIssue, closesOn } = terms;
  return {
    sharesHeld: String(sharesHeld),
    sharesOffered: String(sharesOffered),
    priceIssue: formatDecimal(priceIssue, priceScale),
    closesOn,
  };
}
