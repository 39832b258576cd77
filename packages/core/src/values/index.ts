export * from '#values/assert.ts';
export * from '#values/charges.ts';
export * from '#values/decimal.ts';
export * from '#values/ids.ts';
export * from '#values/money.ts';
export * from '#values/nominal.ts';
export * from '#values/protected-price.ts';
export * from '#values/rounding.ts';
