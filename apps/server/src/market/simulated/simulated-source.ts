import {
  type InstrumentId,
  instrumentId as instrumentIdOf,
  type Price,
  price,
  type Quantity,
  quantity,
} from '@tarazu/core/values';
import { type Calendars, seedCalendars } from '#market/calendar/calendars.ts';
import type { RandomEnd } from '#market/calendar/random-end.ts';
import { sessionAt } from '#market/calendar/sessions.ts';
import {
  type CataloguedAction,
  type CorporateActionRow,
  corporateActionRows,
} from '#market/catalogue/corporate-actions.ts';
import { indexDefinitionsOf, spotDefinitions, stockDefinition } from '#market/catalogue/definitions.ts';
import { catalogueOf, type ExchangeCatalogue, shareId } from '#market/catalogue/exchange-catalogues.ts';
import { stockId } from '#market/catalogue/ids.ts';
import { stockListings } from '#market/catalogue/stocks.ts';
import { SimulatedHistory } from '#market/history/simulated-history.ts';
import { type DayWords, PublicWords } from '#market/model/day-words.ts';
import { FairValueModel } from '#market/model/fair-value-model.ts';
import {
  isSame,
  newPrice,
  newQuantity,
  type ShareRatio,
  ShareRatios,
  type WorthChange,
} from '#market/model/share-ratios.ts';
import {
  allSteps,
  type Candle,
  type CandleRequest,
  type FairValue,
  type HoursMode,
  type IndexDefinition,
  type InstrumentDefinition,
  type MarketSource,
  type SessionState,
} from '#market/source.ts';
import { productAt } from '#products/list.ts';

const AVERAGE_VOLUME_DAYS = 20;

export interface SimulatedSetting {
  /** Seed of the past before the market began: the same gives the same on any machine. */
  readonly seed: number;
  /** Source of its days' randomness; absent: from the seed, for tests of the model. */
  readonly words?: DayWords;
  readonly hours: HoursMode;
  readonly calendars?: Calendars;
  /** The actions of the catalogue unless given. */
  readonly corporateActions?: readonly CataloguedAction[];
  readonly randomEnd?: RandomEnd;
}

/** The built-in market: fictional issuers and simulated coin prices, made by the model from a seed. */
export class SimulatedSource implements MarketSource {
  readonly kind = 'simulated';
  readonly #hours: HoursMode;
  readonly #randomEnd: RandomEnd | undefined;
  readonly #calendars: Calendars;
  readonly #model: FairValueModel;
  readonly #history: SimulatedHistory;
  readonly #ratios: ShareRatios;
  readonly #derivativeShares: ReadonlySet<string>;
  readonly #catalogues: readonly ExchangeCatalogue[];
  readonly #indices: readonly IndexDefinition[];
  #listed: { readonly days: string; readonly instruments: readonly InstrumentDefinition[] } | undefined;

  constructor(setting: SimulatedSetting) {
    this.#hours = setting.hours;
    this.#randomEnd = setting.randomEnd;
    this.#calendars = setting.calendars ?? seedCalendars;
    const { seed, hours, words = new PublicWords(seed) } = setting;
    this.#model = new FairValueModel({ seed, words, hours, calendars: this.#calendars });
    this.#history = new SimulatedHistory(this.#model);
    this.#ratios = new ShareRatios(setting.corporateActions ?? corporateActionRows, (id, day) =>
      this.#history.previousClose(instrumentIdOf(id), this.#calendars.of(id).startMs(day)),
    );
    this.#catalogues = this.#calendars.exchanges.map(catalogueOf);
    this.#indices = this.#catalogues.flatMap(indexDefinitionsOf);
    const derivatives = stockListings.filter((listing) => listing.hasDerivatives);
    this.#derivativeShares = new Set(derivatives.map((listing) => stockId(listing.symbol)));
  }

  label(): string {
    return 'Simulated';
  }

  instruments(atMs: number): readonly InstrumentDefinition[] {
    const days = this.#calendars.daysAt(atMs);
    if (this.#listed?.days !== days) {
      const [home = [], ...abroad] = this.#catalogues.map((catalogue) => this.#stocksOf(catalogue, atMs));
      this.#listed = { days, instruments: [...home, ...spotDefinitions, ...abroad.flat()] };
    }
    return this.#listed.instruments;
  }

  #stocksOf(catalogue: ExchangeCatalogue, atMs: number): InstrumentDefinition[] {
    const day = this.#calendars.at(catalogue.exchange.venue).dayOf(atMs);
    return catalogue.stocks.map((listing) =>
      stockDefinition(listing, this.#monthCloseOf(shareId(catalogue, listing.symbol), day), catalogue),
    );
  }

  /** A member that is split counts as often more as it is worth less. */
  indices(atMs?: number): readonly IndexDefinition[] {
    if (atMs === undefined) return this.#indices;
    return this.#indices.map((index) => ({
      ...index,
      members: index.members.map((member) => {
        const { before, after } = this.#ratioOf(member.instrumentId, atMs);
        return { ...member, units: (member.units * Number(after)) / Number(before) };
      }),
    }));
  }

  corporateActions(atMs: number): readonly CorporateActionRow[] {
    return this.#ratios.announced(this.#calendars.home.dayOf(atMs));
  }

  fairValue(instrumentId: InstrumentId, atMs: number): FairValue {
    const fair = this.#model.at(instrumentId, atMs);
    const ratio = this.#ratioOf(instrumentId, atMs);
    if (isSame(ratio)) return fair;
    const times = Number(ratio.after) / Number(ratio.before);
    return { ...fair, price: fair.price / times, volumeRate: fair.volumeRate * times };
  }

  candles(request: CandleRequest): readonly Candle[] {
    return allSteps(this.candleSteps(request));
  }

  /** The past as well in shares of now, so that a split is no cliff in a chart. */
  *candleSteps(request: CandleRequest): Generator<void, readonly Candle[]> {
    const candles = yield* this.#history.candleSteps(request);
    const ratio = this.#ratioOf(request.instrumentId, request.nowMs);
    return isSame(ratio) ? candles : candles.map((candle) => newCandle(candle, ratio));
  }

  previousClose(instrumentId: InstrumentId, atMs: number): Price {
    const close = this.#history.previousClose(instrumentId, atMs);
    return price(newPrice(close, this.#ratioOf(instrumentId, atMs)));
  }

  sharesSince(instrumentId: InstrumentId, sinceMs: number, atMs: number): ShareRatio {
    const calendar = this.#calendars.of(instrumentId);
    return this.#ratios.at(instrumentId, calendar.dayOf(atMs), calendar.dayOf(sinceMs));
  }

  worthChanges(instrumentId: InstrumentId, atMs: number): readonly WorthChange[] {
    return this.#ratios.changes(instrumentId, this.#calendars.of(instrumentId).dayOf(atMs));
  }

  #ratioOf(instrumentId: InstrumentId, atMs: number): ShareRatio {
    return this.#ratios.at(instrumentId, this.#calendars.of(instrumentId).dayOf(atMs));
  }

  #monthCloseOf(id: string, day: number): number {
    const { before, after } = this.#ratios.at(id, day);
    return (this.#history.monthCloseOf(id, day) * Number(before)) / Number(after);
  }

  sessionState(instrumentId: InstrumentId, atMs: number): SessionState {
    if (productAt(instrumentId)?.offer.hours === 'always')
      return { phase: 'continuous', isOpen: true, takesOrders: true };
    return sessionAt(atMs, {
      calendar: this.#calendars.of(instrumentId),
      hours: this.#hours,
      randomEnd: this.#randomEnd,
      hasDerivatives: this.#derivativeShares.has(instrumentId),
    });
  }

  averageDailyVolume(instrumentId: InstrumentId, atMs: number): Quantity {
    const lots = this.#history.averageDailyLots(instrumentId, { atMs, days: AVERAGE_VOLUME_DAYS });
    const lotSize = spotDefinitions.find((definition) => definition.id === instrumentId)?.lotSize ?? 1n;
    return quantity(newQuantity(BigInt(Math.round(lots)) * lotSize, this.#ratioOf(instrumentId, atMs)));
  }

  chartTimeMs(_instrumentId: InstrumentId, atMs: number): number {
    return atMs;
  }
}

function newCandle(candle: Candle, ratio: ShareRatio): Candle {
  const at = (old: bigint) => price(newPrice(old, ratio));
  const { open, high, low, close } = candle;
  const volume = quantity(newQuantity(candle.volume, ratio));
  return { ...candle, open: at(open), high: at(high), low: at(low), close: at(close), volume };
}
