import { MINUTE_MS } from '@tarazu/core/values';
import type { RawBar } from '#market/history/raw-bar.ts';
import { type DayBars, openOfMinute } from '#market/model/day-bars.ts';
import { type HalfSpread, touchAround } from '#market/model/half-spread.ts';
import { logPriceAt, POINTS_A_MINUTE } from '#market/model/minute-walk.ts';

/** How fair values of a day become traded prices. */
export interface TradeRounding {
  /** Ten to the number of decimals of a price. */
  readonly scaleFactor: number;
  /** In scaled units. */
  readonly tick: number;
  /** Undefined for an instrument that is not traded. */
  readonly halfSpread: HalfSpread | undefined;
  readonly lotUnits: number;
}

/** The closing auction matches until 15:35: five minutes after the last minute of the profile. */
const AUCTION_MATCH_MINUTES = 5;
const POINT_MS = MINUTE_MS / POINTS_A_MINUTE;

/** Minutes of one day as they traded. The same numbers come out whether one is asked or all are folded. */
export class TradedDay {
  readonly bars: DayBars;
  readonly #rounding: TradeRounding;

  constructor(bars: DayBars, rounding: TradeRounding) {
    this.bars = bars;
    this.#rounding = rounding;
  }

  /** Minutes before an instant, ascending, without what happened at or after it. */
  *minutesBefore(cutoffMs: number): Generator<RawBar> {
    const { bars } = this;
    const complete = Math.floor((cutoffMs - bars.firstMs) / MINUTE_MS);
    const last = Math.min(complete, bars.openMinutes);
    for (let minute = 0; minute < last; minute += 1) yield this.minute(minute);
    const remainderMs = cutoffMs - bars.firstMs - complete * MINUTE_MS;
    if (complete >= 0 && complete < bars.openMinutes && remainderMs > 0)
      yield this.#partial(complete, remainderMs);
    const auction = this.#auction();
    if (auction !== undefined && complete >= bars.close.length + AUCTION_MATCH_MINUTES) yield auction;
  }

  minute(minute: number): RawBar {
    const { bars } = this;
    const open = this.#open(minute);
    const close = this.#close(minute);
    const lots = bars.lots[minute] ?? 0;
    return {
      openTimeMs: bars.firstMs + minute * MINUTE_MS,
      open,
      high: Math.max(open, close, this.#round(bars.high[minute] ?? bars.open)),
      low: Math.min(open, close, this.#round(bars.low[minute] ?? bars.open)),
      close,
      lots,
      turnoverHundredths: this.#turnover(lots, close),
    };
  }

  /** The whole day as one bar, equal to the fold of its minutes. */
  fold(): Omit<RawBar, 'openTimeMs'> {
    const { bars } = this;
    let highLog = Number.NEGATIVE_INFINITY;
    let lowLog = Number.POSITIVE_INFINITY;
    let high = 0;
    let low = Number.POSITIVE_INFINITY;
    let lots = 0;
    let turnoverHundredths = 0;
    for (let minute = 0; minute < bars.openMinutes; minute += 1) {
      const minuteLots = bars.lots[minute] ?? 0;
      const open = this.#open(minute);
      const close = this.#close(minute);
      high = Math.max(high, open, close);
      low = Math.min(low, open, close);
      highLog = Math.max(highLog, bars.high[minute] ?? highLog);
      lowLog = Math.min(lowLog, bars.low[minute] ?? lowLog);
      lots += minuteLots;
      if (minuteLots > 0) turnoverHundredths += this.#turnover(minuteLots, close);
    }
    const continuous = {
      open: this.#open(0),
      high: Math.max(high, this.#round(highLog)),
      low: Math.min(low, this.#round(lowLog)),
      close: this.#close(bars.openMinutes - 1),
      lots,
      turnoverHundredths,
    };
    const auction = this.#auction();
    if (auction === undefined) return continuous;
    return {
      open: continuous.open,
      high: Math.max(continuous.high, auction.high),
      low: Math.min(continuous.low, auction.low),
      close: auction.close,
      lots: lots + auction.lots,
      turnoverHundredths: turnoverHundredths + auction.turnoverHundredths,
    };
  }

  /** The closing auction is one trade at the day's last value. */
  #auction(): RawBar | undefined {
    const { bars } = this;
    if (bars.openMinutes >= bars.close.length) return undefined;
    const close = this.#round(bars.close.at(-1) ?? bars.open);
    return {
      openTimeMs: bars.firstMs + bars.close.length * MINUTE_MS,
      open: close,
      high: close,
      low: close,
      close,
      lots: bars.auctionLots,
      turnoverHundredths: this.#turnover(bars.auctionLots, close),
    };
  }

  #partial(minute: number, elapsedMs: number): RawBar {
    const { bars } = this;
    const lastPoint = Math.ceil(elapsedMs / POINT_MS) - 1;
    let last = openOfMinute(bars, minute);
    let high = last;
    let low = last;
    for (let point = 0; point <= lastPoint; point += 1) {
      last = logPriceAt(bars, minute, point);
      high = Math.max(high, last);
      low = Math.min(low, last);
    }
    // A minute that is followed live tells its volume when it is over: before, it would tell how far it goes.
    const lots = bars.isWalked ? 0 : Math.floor(((bars.lots[minute] ?? 0) * elapsedMs) / MINUTE_MS);
    const open = this.#open(minute);
    const close = this.#paid(last, minute, 1);
    return {
      openTimeMs: bars.firstMs + minute * MINUTE_MS,
      open,
      high: Math.max(open, close, this.#round(high)),
      low: Math.min(open, close, this.#round(low)),
      close,
      lots,
      turnoverHundredths: this.#turnover(lots, close),
    };
  }

  #open(minute: number): number {
    return this.#paid(openOfMinute(this.bars, minute), minute, 0);
  }

  /** The day's last price is the exchange's closing price: it stands on no side. */
  #close(minute: number): number {
    const { close, open } = this.bars;
    const value = close[minute] ?? open;
    return minute === close.length - 1 ? this.#round(value) : this.#paid(value, minute, 1);
  }

  /**
   * The price that somebody paid who came to the market maker's quote around a value, from one side or the
   * other.
   */
  #paid(logPrice: number, minute: number, trade: 0 | 1): number {
    const { halfSpread, scaleFactor, tick } = this.#rounding;
    if (halfSpread === undefined) return this.#round(logPrice);
    const { words, close, variance } = this.bars;
    const sigma1m = Math.sqrt(variance[minute] ?? 0);
    const touch = touchAround((Math.exp(logPrice) * scaleFactor) / tick, { ...halfSpread, sigma1m });
    const isBuyer = ((words[close.length + minute] ?? 0) >>> trade) & 1;
    return Math.max(1, isBuyer ? touch.ask : touch.bid) * tick;
  }

  #round(logPrice: number): number {
    return roundToTick(Math.exp(logPrice), this.#rounding);
  }

  #turnover(lots: number, close: number): number {
    const { lotUnits, scaleFactor } = this.#rounding;
    return Math.round((lots * lotUnits * close * 100) / scaleFactor);
  }
}

export function roundToTick(price: number, rounding: Pick<TradeRounding, 'scaleFactor' | 'tick'>): number {
  return Math.max(1, Math.round((price * rounding.scaleFactor) / rounding.tick)) * rounding.tick;
}
