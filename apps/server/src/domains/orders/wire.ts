import { agentOf, type Fill, type Order, shownOrder, type Trigger } from '@tarazu/core';
import {
  type AccountId,
  type Amount,
  amount,
  divide,
  formatDecimal,
  PERCENT_SCALE,
} from '@tarazu/core/values';
import type { OwnFill, OwnOrder } from '@tarazu/protocol';
import type { Listing } from '#ports.ts';
import { productOfOrder } from '#products/list.ts';

/** One's own order as calls and stream show it. */
export function wireOrder(row: Order, listing: Listing): OwnOrder {
  const order = shownOrder(row);
  const { priceScale, baseScale, quoteScale } = listing;
  const product = productOfOrder(listing, order);
  const turnover = order.turnoverTaken + order.turnoverMade;
  const lines = Object.entries(order.charges).map(([name, charge]) => ({
    name,
    amount: formatDecimal(charge, quoteScale),
  }));
  return {
    id: String(order.id),
    clientId: order.clientId,
    instrumentId: order.instrumentId,
    kind: product.offer.kind,
    symbol: listing.symbol,
    name: listing.name,
    side: order.side,
    ...(product.wireName && { product: product.wireName }),
    type: order.type,
    validity: order.validity,
    priceLimit: formatDecimal(order.priceLimit, priceScale),
    ...averagesOf(order, listing),
    quantity: formatDecimal(order.quantity, baseScale),
    quantityFilled: formatDecimal(order.quantityFilled, baseScale),
    value: formatDecimal(turnover, quoteScale),
    held: formatDecimal('held' in order.state ? order.state.held : 0n, quoteHeldScale(order, listing)),
    charges: {
      total: formatDecimal(sumOf(Object.values(order.charges)), quoteScale),
      lines,
      ruleVersion: order.ruleVersion,
    },
    quoteAsset: listing.quoteAsset,
    state: isInTurn(order) ? 'open' : order.state.name,
    ...termsOf(order, listing),
    ...causeOf(order),
    placedAtMs: order.placedAtMs,
    ...('endedAtMs' in order.state ? { endedAtMs: order.state.endedAtMs } : {}),
  };
}

/** The average price of a unit, without and with charges; a sale that charges took whole has no second. */
function averagesOf(order: Order, listing: Listing): Pick<OwnOrder, 'priceAverage' | 'priceWithCharges'> {
  const { quantityFilled: units, turnoverTaken, turnoverMade, side } = order;
  if (units === 0n) return {};
  const turnover = turnoverTaken + turnoverMade;
  const charges = sumOf(Object.values(order.charges));
  const inAll = side === 'buy' ? turnover + charges : turnover - charges;
  return {
    priceAverage: averagePrice(amount(turnover), units, listing),
    ...(inAll > 0n && { priceWithCharges: averagePrice(amount(inAll), units, listing) }),
  };
}

/** An order whose book is in a sweep for some seconds is open to its owner. */
function isInTurn({ state }: Order): boolean {
  return state.name === 'new' && state.waitsFor === 'turn';
}

/** The terms that only some orders have. */
function termsOf(order: Order, { priceScale, baseScale }: Listing) {
  const { conditions = {}, state } = order;
  const { trigger, otherLeg, trailDistance, quantityShown, expiresAtMs, bracket } = conditions;
  const { triggeredAtMs, repricedAtMs } = conditions;
  const triggerFields = (of: Trigger) => ({
    triggerPrice: formatDecimal(of.price, priceScale),
    triggerWhen: of.when,
  });
  return {
    origin: agentOf(order),
    ...(state.name === 'new' && state.waitsFor !== 'turn' && { waitsFor: state.waitsFor }),
    ...(trigger && triggerFields(trigger)),
    ...(otherLeg && {
      otherLeg: {
        ...triggerFields(otherLeg.trigger),
        priceLimit: formatDecimal(otherLeg.priceLimit, priceScale),
      },
    }),
    ...(trailDistance !== undefined && { trailDistance: formatDecimal(trailDistance, priceScale) }),
    ...(triggeredAtMs !== undefined && { triggeredAtMs }),
    ...(repricedAtMs !== undefined && { repricedAtMs }),
    ...(bracket && {
      takeProfitPrice: formatDecimal(bracket.priceTakeProfit, priceScale),
      ...(bracket.priceStop !== undefined && {
        stopLossPrice: formatDecimal(bracket.priceStop, priceScale),
      }),
      ...(bracket.trailBps !== undefined && {
        stopLossTrailPercent: formatDecimal(BigInt(bracket.trailBps), PERCENT_SCALE),
      }),
      ...(bracket.endOrderId !== undefined && { bracketEndId: String(bracket.endOrderId) }),
    }),
    ...(quantityShown !== undefined && { disclosedQuantity: formatDecimal(quantityShown, baseScale) }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  };
}

/** Decimals of what it holds: of money, or of what it sells. */
function quoteHeldScale(order: Order, listing: Listing): number {
  return productOfOrder(listing, order).offer.holdsMoney(order.side) ? listing.quoteScale : listing.baseScale;
}

function causeOf(order: Order): { cause?: string } {
  if (order.state.name === 'cancelled') return { cause: order.state.cause };
  return order.state.name === 'rejected' ? { cause: order.state.code } : {};
}

/** Decimals that an average has beyond those of a price, where it doesn't end within them. */
const AVERAGE_DECIMALS_MORE = 2;

/**
 * A value for each whole unit: exact at the instrument's price decimals where it ends within them, else with
 * two more, rounded half-up. It is shown and never posted; value and quantity beside it are exact.
 */
export function averagePrice(value: Amount, units: bigint, listing: Listing): string {
  const { priceScale } = listing;
  const fineScale = priceScale + AVERAGE_DECIMALS_MORE;
  const shift = fineScale + listing.baseScale - listing.quoteScale;
  const average = divide({
    dividend: value * 10n ** BigInt(Math.max(0, shift)),
    divisor: units * 10n ** BigInt(Math.max(0, -shift)),
    rounding: 'half-up',
  });
  const perPriceUnit = 10n ** BigInt(AVERAGE_DECIMALS_MORE);
  const endsWithin = average % perPriceUnit === 0n;
  return endsWithin ? formatDecimal(average / perPriceUnit, priceScale) : formatDecimal(average, fineScale);
}

/** A fill as one of its two parties sees it. */
export function wireFill(fill: Fill, listing: Listing, accountId: AccountId): OwnFill {
  const isTaker = !fill.taker.isMarketMaker && fill.taker.accountId === accountId;
  const mine = isTaker ? fill.taker : fill.maker;
  const other = isTaker ? fill.maker : fill.taker;
  const side = isTaker ? fill.takerSide : fill.takerSide === 'buy' ? 'sell' : 'buy';
  return {
    id: `${fill.sequence}-${fill.index}`,
    orderId: mine.isMarketMaker ? '' : String(mine.orderId),
    instrumentId: fill.instrumentId,
    symbol: listing.symbol,
    side,
    price: formatDecimal(fill.price, listing.priceScale),
    quantity: formatDecimal(fill.quantity, listing.baseScale),
    value: formatDecimal(fill.value, listing.quoteScale),
    quoteAsset: listing.quoteAsset,
    charges: formatDecimal(mine.isMarketMaker ? 0n : mine.charges, listing.quoteScale),
    profitRealised: formatDecimal(mine.isMarketMaker ? 0n : mine.profitRealised, listing.quoteScale),
    role: isTaker ? 'taker' : 'maker',
    counterparty: other.isMarketMaker ? 'marketMaker' : 'customer',
    atMs: fill.atMs,
  };
}

function sumOf(amounts: readonly bigint[]): Amount {
  return amount(amounts.reduce((sum, one) => sum + one, 0n));
}
