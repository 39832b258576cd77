/** Stock trading: orders, fills, holdings, statistics, and why a fill had its price. */
export { isLarge, stockBindings } from '#domains/stock/routes.ts';
