/** The checks before trade as one room: the engine and a ticket on a phone ask the same functions. */
export * from '#checks/band.ts';
export { checkBracket, ORDER_BOUNDS } from '#checks/conditional-checks.ts';
export * from '#checks/cover-checks.ts';
export { isLargeOrder } from '#checks/large-order.ts';
export * from '#checks/margin.ts';
export { checkOrder } from '#checks/order-checks.ts';
export * from '#checks/order-count-checks.ts';
export * from '#checks/order-types.ts';
export * from '#checks/own-limits.ts';
export { PHASE_TERMS } from '#checks/phase.ts';
export { refuseFilled } from '#checks/quantity-filled.ts';
export type {
  CheckCode,
  CheckedInstrument,
  CheckedOrder,
  CheckFailure,
  OrderPart,
  PhaseAsked,
  PriceQuestion,
  Question,
} from '#checks/question.ts';
export { trailOf, worstPrice } from '#checks/worst-price.ts';
export type { RequestedConditions } from '#model/commands/order-commands.ts';
export type { LimitTerms, OwnLimitName } from '#model/own-limit.ts';
export { EXCLUSION_MAX_MS, limitAt, NO_ASSET, periodAt, usedAt } from '#model/own-limit.ts';
export type { Offer } from '#products/offer.ts';
export { OFFERS, offerAsked, offerOf, usualOffer } from '#products/offers.ts';
