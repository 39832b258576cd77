/** Stock trading: orders, fills, holdings, statistics, and why a fill had its price. */
export { stockBindings } from '#domains/stock/routes.ts';
