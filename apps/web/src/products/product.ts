import type { Offer } from '@tarazu/core/checks';
import type { OwnBalance, OwnOrder, OwnPosition, StockProduct } from '@tarazu/protocol';
import type { CallInput, CallName, CallOutput } from '#client/calls.ts';
import type { Term } from '#locales/term.ts';
import type { Placing } from '#products/attempt.ts';

type Assets = CallOutput<'userAssets'>;

/** Calls that take what this one takes and answer as it does: each product has its own of each. */
type CallsLike<Model extends CallName> = {
  [Name in CallName]: CallInput<Model> extends CallInput<Name>
    ? CallOutput<Name> extends CallOutput<Model>
      ? Name
      : never
    : never;
}[CallName];

/** Calls of a product, by what they do. */
interface ProductCalls {
  readonly candles: CallsLike<'coinCandles'>;
  readonly trades: CallsLike<'coinTrades'>;
  readonly book: CallsLike<'coinBooks'>;
  readonly watch: CallsLike<'coinCollectAdd'>;
  readonly unwatch: CallsLike<'coinCollectDel'>;
  readonly orders: CallsLike<'coinOrders'>;
  readonly order: CallsLike<'coinOrderQuery'>;
  readonly fills: CallsLike<'coinFills'>;
  readonly cancel: CallsLike<'coinOrderClose'>;
  readonly modify: CallsLike<'coinModify'>;
  /** All of one instrument. */
  readonly info: 'stockInfo' | 'coinInfos';
  /** All that is traded on its side. */
  readonly list: 'stockList' | 'coinInfos';
  readonly mostTraded: 'stockHot' | 'coinInfos';
  /** Property of an account in it. */
  readonly held: 'stockHoldings' | 'coinAssets';
}

/** The app's knowledge of a product: where its pages are and how its screens call things. */
export interface WebProduct {
  /** The kind of instrument that it is traded in. */
  readonly kind: OwnOrder['kind'];
  /** How the wire names it among the products of its kind; absent where a kind has one only. */
  readonly wireName?: StockProduct;
  /** Terms that explain it, beside its name. */
  readonly terms: readonly Term[];
  /** Text beside the choice of it, with its leverage as `times`; absent where nothing is. */
  readonly choiceText?: 'productText_MIS';
  /** How an order asks for it; absent where it is the usual product of its kind. */
  readonly asked?: Offer['asked'];
  /** The side of the app on which it is traded. */
  readonly section: 'stock' | 'coin';
  /** The venue with which ids of its instruments begin. */
  readonly venue: string;
  readonly wallet: OwnBalance['wallet'];
  /** In the phases of a venue's day, or at any hour. */
  readonly hours: 'venue' | 'always';
  /** A quantity counts shares, or units of the base asset. */
  readonly counts: 'shares' | 'units';
  /** Purchases stand in lots that settle on a day, and a company acts on them. */
  readonly hasLots: boolean;
  /** Positions are squared off before the day ends. */
  readonly isSquaredOff: boolean;
  /** The fee depends on the turnover of thirty days. */
  readonly hasFeeTiers: boolean;
  /** An order of more than a part of an average day is asked about first. */
  readonly confirmsLarge: boolean;
  /** Whether an asset of its wallet is money, shown to the last digit of its currency. */
  readonly isCash: (asset: string) => boolean;
  /** Money of its wallet that pays for a purchase, as the assets say. */
  readonly moneyIn: (assets: Assets, quoteAsset: string) => string | undefined;
  /** Units that may be sold now, as the assets and the position say. */
  readonly sellableIn: (
    of: { readonly assets: Assets | undefined; readonly position: OwnPosition | undefined },
    baseAsset: string,
  ) => string | undefined;
  /** Comparison on its charts: the setting that keeps what was chosen, and what may be chosen. */
  readonly compared: {
    readonly setting: 'compareStock' | 'compareCoin';
    readonly to: 'indices' | readonly string[];
  };
  readonly calls: ProductCalls;
  readonly place: Placing;
  readonly pages: {
    readonly ticket: string;
    readonly chart: string;
    /** Where its instruments are found. */
    readonly markets: string;
  };
  /** The tab of the page of positions on which what an account has of it stands. */
  readonly positionsTab: string;
}
