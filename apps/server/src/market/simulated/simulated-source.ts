import { type InstrumentId, type Price, price, type Quantity, quantity } from '@tarazu/core/values';
import { dayOf } from '#market/calendar/days.ts';
import { sessionAt } from '#market/calendar/sessions.ts';
import { exchangeCalendar, type TradingCalendar } from '#market/calendar/trading-calendar.ts';
import { indexDefinitions, spotDefinitions, stockDefinition } from '#market/catalogue/definitions.ts';
import { stockListings } from '#market/catalogue/stocks.ts';
import { SimulatedHistory } from '#market/history/simulated-history.ts';
import { FairValueModel } from '#market/model/fair-value-model.ts';
import type {
  Candle,
  CandleRequest,
  FairValue,
  HoursMode,
  IndexDefinition,
  InstrumentDefinition,
  MarketSource,
  SessionState,
} from '#market/source.ts';

const AVERAGE_VOLUME_DAYS = 20;

export interface SimulatedSetting {
  /** The same seed gives the same market on any machine. */
  readonly seed: number;
  readonly hours: HoursMode;
  readonly calendar?: TradingCalendar;
}

/** The built-in market: fictional issuers and simulated coin prices, made by the model from a seed. */
export class SimulatedSource implements MarketSource {
  readonly kind = 'simulated';
  readonly #hours: HoursMode;
  readonly #calendar: TradingCalendar;
  readonly #model: FairValueModel;
  readonly #history: SimulatedHistory;
  readonly #derivativeShares: ReadonlySet<string>;
  #listed: { readonly day: number; readonly instruments: readonly InstrumentDefinition[] } | undefined;

  constructor(setting: SimulatedSetting) {
    this.#hours = setting.hours;
    this.#calendar = setting.calendar ?? exchangeCalendar;
    this.#model = new FairValueModel({ seed: setting.seed, hours: setting.hours, calendar: this.#calendar });
    this.#history = new SimulatedHistory(this.#model);
    const derivatives = stockListings.filter((listing) => listing.hasDerivatives);
    this.#derivativeShares = new Set(derivatives.map((listing) => `NSE_SIM:${listing.symbol}`));
  }

  label(): string {
    return 'Simulated';
  }

  instruments(atMs: number): readonly InstrumentDefinition[] {
    const day = dayOf(atMs, 'IST');
    if (this.#listed?.day !== day) {
      const stocks = stockListings.map((listing) =>
        stockDefinition(listing, this.#history.monthCloseOf(`NSE_SIM:${listing.symbol}`, day)),
      );
      this.#listed = { day, instruments: [...stocks, ...spotDefinitions] };
    }
    return this.#listed.instruments;
  }

  indices(_atMs?: number): readonly IndexDefinition[] {
    return indexDefinitions;
  }

  fairValue(instrumentId: InstrumentId, atMs: number): FairValue {
    return this.#model.at(instrumentId, atMs);
  }

  candles(request: CandleRequest): readonly Candle[] {
    return this.#history.candles(request);
  }

  previousClose(instrumentId: InstrumentId, atMs: number): Price {
    return price(this.#history.previousClose(instrumentId, atMs));
  }

  sessionState(instrumentId: InstrumentId, atMs: number): SessionState {
    if (instrumentId.startsWith('COIN_SIM:')) return { phase: 'continuous', isOpen: true, takesOrders: true };
    return sessionAt(atMs, {
      calendar: this.#calendar,
      hours: this.#hours,
      hasDerivatives: this.#derivativeShares.has(instrumentId),
    });
  }

  averageDailyVolume(instrumentId: InstrumentId, atMs: number): Quantity {
    const lots = this.#history.averageDailyLots(instrumentId, { atMs, days: AVERAGE_VOLUME_DAYS });
    const lotSize = spotDefinitions.find((definition) => definition.id === instrumentId)?.lotSize ?? 1n;
    return quantity(BigInt(Math.round(lots)) * lotSize);
  }

  chartTimeMs(_instrumentId: InstrumentId, atMs: number): number {
    return atMs;
  }

  /**
   * Makes the daily candles of the indices before an instant, a day at each step: an index is the sum of fifty shares, so
   * that two years of days take about a second. Run it in pauses after the start; charts of indices are then at once.
   */
  warmIndices(atMs: number, days: number): Generator<number> {
    return this.#history.warmIndices(dayOf(atMs, 'IST'), days);
  }
}
