import type { Holdings } from '#ledger/holdings.ts';
import type { Wallet } from '#model/ledger.ts';
import { type MarkPrice, markAgeMs } from '#model/mark-price.ts';
import type { KeyedName, RowOf } from '#model/rows/kinds.ts';
import {
  type Amount,
  type AssetId,
  amount,
  assert,
  divide,
  type InstantMs,
  type InstrumentId,
  type Price,
  quantity,
  type TradeScales,
  tradeValue,
} from '#values/index.ts';

/** Exposure of an account in an instrument of a product, by its own rows alone. */
export interface OpenExposure {
  readonly instrumentId: InstrumentId;
  /** Wallet and asset of the money behind it. */
  readonly wallet: Wallet;
  readonly assetId: AssetId;
  /** Above zero bought first, below zero sold first; never zero. */
  readonly quantity: Amount;
  /** Value paid or taken for it. */
  readonly valueEntry: Amount;
  /** Margin set aside for it. */
  readonly margin: Amount;
}

/** The same at its mark. */
export interface MarkedExposure extends OpenExposure {
  readonly mark: MarkPrice;
  readonly valueMark: Amount;
  /** Below zero while it loses; charges apart. */
  readonly profitUnrealised: Amount;
  /** Margin and unrealised profit: what closing at the mark would leave of the margin, or below zero. */
  readonly equity: Amount;
}

/** By which published terms margin is judged; the caller knows which hold now. */
export interface MarginTerms {
  /** Percent of the margin that is lost when the position is closed out. */
  readonly closeOutPercent: bigint;
  /** A mark older than this, or of the future, closes nothing and warns nobody. */
  readonly markAgeMaxMs: number;
}

/** How a marked exposure stands by the terms. */
export interface MarginState {
  readonly isStale: boolean;
  /** Of the margin, down to whole percent; zero while nothing is lost. */
  readonly lossPercent: bigint;
  /** Maintenance margin: equity may not fall to it, or the position is closed out. */
  readonly marginMaintenance: Amount;
  readonly isDue: boolean;
}

/** Asset in which an instrument is paid for. */
export type QuoteAssets = (id: InstrumentId) => { readonly quoteAsset: AssetId };

/** Kinds of rows of an account that tell what is open in an instrument; a share that is held is paid for. */
export type ExposureRowName = Exclude<
  {
    [Name in KeyedName]: RowOf<Name> extends { instrumentId: InstrumentId; quantity: Amount } ? Name : never;
  }[KeyedName],
  'positions' | 'entitlements'
>;

/** A product that leaves something open beyond what is paid for: margin, mark, equity, close-out. */
export interface ExposureRules {
  /** The kind of row in which it stands. */
  readonly rows: ExposureRowName;
  /** Everything open, in the order of the instruments. */
  open(holdings: Holdings, scalesOf: QuoteAssets): OpenExposure[];
  /** Exposure in one instrument, by its key: the others are not looked at. */
  openIn(holdings: Holdings, instrumentId: InstrumentId, scalesOf: QuoteAssets): OpenExposure | undefined;
  /** How it stands by its terms at a time. */
  judge(exposure: MarkedExposure, terms: MarginTerms, atMs: InstantMs): MarginState;
}

const PERCENT = 100n;

/** Exposure at a price: its value rounded down, as a fill of it would be. */
export function atMark(open: OpenExposure, mark: MarkPrice, scales: TradeScales): MarkedExposure {
  assert(
    mark.instrumentId === open.instrumentId && mark.priceMark > 0n,
    'Invariant: what is open is judged by the mark of its instrument',
  );
  const valueMark = valueAt(open, mark.priceMark, scales);
  const gain = open.quantity > 0n ? valueMark - open.valueEntry : open.valueEntry - valueMark;
  return {
    ...open,
    mark,
    valueMark,
    profitUnrealised: amount(gain),
    equity: amount(open.margin + gain),
  };
}

function valueAt({ quantity: open }: OpenExposure, price: Price, scales: TradeScales): Amount {
  const units = quantity(open < 0n ? -open : open);
  return tradeValue({ price, quantity: units, scales, rounding: 'down' });
}

/** Of a loss, down to whole percent; where nothing stands behind it, all is lost. */
export function lossPercentOf(loss: bigint, margin: bigint): bigint {
  return margin > 0n ? (loss * PERCENT) / margin : PERCENT;
}

/**
 * Judges by the part of the margin that is lost, at a mark that is not stale; the maintenance margin is
 * rounded down, so that nothing is closed out before its percent.
 */
export function judgeByLoss(exposure: MarkedExposure, terms: MarginTerms, atMs: InstantMs): MarginState {
  const { margin, equity, profitUnrealised } = exposure;
  assert(margin >= 0n && terms.closeOutPercent <= PERCENT, 'Invariant: a margin is lost in parts of itself');
  const ageMs = markAgeMs(exposure.mark, atMs);
  const isStale = ageMs < 0 || ageMs > terms.markAgeMaxMs;
  const isLosing = profitUnrealised < 0n;
  const marginMaintenance = amount(
    divide({ dividend: margin * (PERCENT - terms.closeOutPercent), divisor: PERCENT, rounding: 'down' }),
  );
  return {
    isStale,
    lossPercent: isLosing && !isStale ? lossPercentOf(-profitUnrealised, margin) : 0n,
    marginMaintenance,
    isDue: isLosing && !isStale && equity <= marginMaintenance,
  };
}
