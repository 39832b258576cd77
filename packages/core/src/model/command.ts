import type {
  AccountOpen,
  AccountReset,
  AccountSet,
  AccountsStep,
  AccountsSweep,
  AccountTransfer,
  CorrectionPost,
  LotsSettle,
} from '#model/commands/account-commands.ts';
import type {
  CorporateAct,
  CorporateBegin,
  RightsApply,
  RightsClose,
} from '#model/commands/corporate-commands.ts';
import type { LimitSet } from '#model/commands/limit-commands.ts';
import type {
  IntradayClose,
  OrderBasket,
  OrderCancel,
  OrderCancelAll,
  OrderModify,
  OrderPlace,
  OrdersExpire,
} from '#model/commands/order-commands.ts';
import type {
  InstrumentSet,
  MarketMakerQuote,
  MarketMakerTake,
  PricesKeep,
  PricesMark,
  RulesSet,
  SessionEnd,
  SweepStep,
} from '#model/commands/venue-commands.ts';
import type { Environment, InstantMs, InstrumentId, OrderId, Price, Quantity } from '#values/index.ts';

export type MarketMakerCommand = MarketMakerQuote | MarketMakerTake;

export type Command =
  | AccountOpen
  | AccountReset
  | AccountSet
  | AccountTransfer
  | CorrectionPost
  | LimitSet
  | OrderPlace
  | OrderBasket
  | OrderCancel
  | IntradayClose
  | OrderModify
  | OrderCancelAll
  | OrdersExpire
  | CorporateAct
  | RightsApply
  | RightsClose
  | LotsSettle
  | SessionEnd
  | SweepStep
  | AccountsSweep
  | AccountsStep
  | CorporateBegin
  | InstrumentSet
  | RulesSet
  | PricesKeep
  | PricesMark
  | MarketMakerCommand;

/** A command as the writer numbers and times it: all that the core may know of the world. */
export interface Sequenced {
  /**
   * Sequence, greater than that of every journaled command
   * before it; the next one takes an unjournaled one's number.
   */
  readonly sequence: number;
  readonly atMs: InstantMs;
  readonly command: Command;
  /**
   * Quotes that the command met when it was first applied, on
   * replay alone, which lacks the market maker's own commands.
   */
  readonly marketMakerDepth?: readonly MarketMakerDepth[];
  /** Only on replay: how many of `RULE_CHANGES` held when it was first applied. */
  readonly rulesVersion?: number;
}

/** The market maker's part of a book as a command met it, with each entry's place in the queue. */
export interface MarketMakerDepth {
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
  readonly bids: readonly QuoteEntry[];
  readonly asks: readonly QuoteEntry[];
  /** The last price that the command was judged by, where it was; 0 when nothing had been traded yet. */
  readonly priceLast?: Price;
  /**
   * The order that the command activated, or the leg of a basket, that met this depth then; absent for what
   * the command met at its beginning.
   */
  readonly orderId?: OrderId;
}

export interface QuoteEntry {
  readonly price: Price;
  readonly quantity: Quantity;
  /** Sequence of the command that gave its place in the queue: lower fills first at the same price. */
  readonly priority: number;
}
