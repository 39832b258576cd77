/** Orders and fills, shared by the domains that place them. */
export { orderBindings } from '#domains/orders/bindings.ts';
export { EvidenceStore } from '#domains/orders/evidence.ts';
export { isLarge } from '#domains/orders/large.ts';
export { listed } from '#domains/orders/listed.ts';
export { startLostOrders, tellLostOrders } from '#domains/orders/lost.ts';
export { isBefore } from '#domains/orders/moment.ts';
export { cursorOf, limitOf, pageOf, refuseCursor } from '#domains/orders/page.ts';
export { isMine, placeOrder } from '#domains/orders/place.ts';
export { OwnOrders } from '#domains/orders/reads.ts';
export type { OrderStore } from '#domains/orders/store.ts';
export { readTicket, type Ticket } from '#domains/orders/ticket.ts';
export {
  PRICE_AGE_MAX_MS,
  refusalOf,
  type Trading,
  wasAnswered,
  withSteps,
} from '#domains/orders/trading.ts';
export { averagePrice, wireFill, wireOrder } from '#domains/orders/wire.ts';
