/** Orders and fills, shared by the domains that place them. */
export { type Evidence, EvidenceStore } from '#domains/orders/evidence.ts';
export { cursorOf, limitOf, pageOf } from '#domains/orders/page.ts';
export { cancelOrder, placeOrder, type Trading } from '#domains/orders/place.ts';
export { OrderStore } from '#domains/orders/store.ts';
export { averagePrice, sumOf, wireFill, wireOrder } from '#domains/orders/wire.ts';
