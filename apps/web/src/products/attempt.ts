import { isPricedType, namesTrigger } from '@tarazu/core/order-types';
import type { OwnOrder, StockProduct } from '@tarazu/protocol';
import type { CallOutput } from '#client/calls.ts';
import type { Environment } from '#client/store.ts';

/**
 * One order on its way. Its client id is made before it is sent, and under it the server is asked what became
 * of the order.
 */
export interface Attempt {
  readonly clientId: string;
  readonly environment: Environment;
  readonly instrumentId: string;
  readonly side: 'buy' | 'sell';
  readonly type: OwnOrder['type'];
  readonly validity: OwnOrder['validity'];
  readonly price: string;
  readonly quantity: string;
  readonly trigger: string;
  readonly trail: string;
  readonly shown: string;
  /** Take-profit of a bracket, whose stop trails by `trail` where it has no price; empty without one. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly minutes: string;
  /** Of validity `gtd`, reckoned once: the same attempt says the same again. */
  readonly expiresAtMs: string;
  readonly afterMarket: boolean;
  readonly product: StockProduct;
  readonly confirmLarge: boolean;
  /** The tap, on this device's clock. */
  readonly tappedAtMs: number;
  /**
   * From when on the server refuses it unless it had arrived; empty while the server's clock is not known.
   */
  readonly placeBeforeMs: string;
}

export type Placed = Pick<CallOutput<'stockBuy'>, 'order' | 'fills'>;

/** How orders of a product are sent. */
export interface Placing {
  readonly send: (attempt: Attempt) => Promise<Placed>;
}

/** The terms in a ticket of any product; a field that the type does not take stays out. */
export function termsInput({ clientId, instrumentId, type, quantity, ...attempt }: Attempt) {
  return {
    clientId,
    instrumentId,
    quantity,
    ...(isPricedType(type) ? { price: attempt.price } : {}),
    ...(namesTrigger(type) ? { triggerPrice: attempt.trigger } : {}),
    ...(attempt.shown === '' ? {} : { disclosedQuantity: attempt.shown }),
    ...(attempt.placeBeforeMs === '' ? {} : { placeBeforeMs: attempt.placeBeforeMs }),
  };
}
