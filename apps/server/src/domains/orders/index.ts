/** Orders and fills, shared by the domains that place them. */
export { orderBindings } from '#domains/orders/bindings.ts';
export { EvidenceStore } from '#domains/orders/evidence.ts';
export { orderJobs } from '#domains/orders/jobs.ts';
export { listed } from '#domains/orders/listed.ts';
export { notifyLostOrders } from '#domains/orders/lost-protection.ts';
export { orderNotices } from '#domains/orders/notices.ts';
export { OwnOrders } from '#domains/orders/order-queries.ts';
export { cursorOf, limitOf, pageOf, refuseCursor } from '#domains/orders/pagination.ts';
export { isMine, placeOrder } from '#domains/orders/place.ts';
export { isLarge } from '#domains/orders/rules/large-orders.ts';
export { isBefore } from '#domains/orders/rules/pre-trade-facts.ts';
export { readTicket, type Ticket } from '#domains/orders/rules/ticket.ts';
export type { OrderStore } from '#domains/orders/store.ts';
export {
  lateRefusal,
  PRICE_AGE_MAX_MS,
  refusalOf,
  type Trading,
  unverifiedRefusal,
  wasAnswered,
  withSteps,
} from '#domains/orders/trading.ts';
export { averagePrice, wireFill, wireOrder } from '#domains/orders/wire.ts';
