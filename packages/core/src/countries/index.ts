/** Countries: nothing outside this folder asks which one it is, but reads its record. */
export * from '#countries/codes.ts';
export * from '#countries/country.ts';
export * from '#countries/currencies.ts';
export * from '#countries/list.ts';
