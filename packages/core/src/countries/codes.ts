/** Countries of the product; the first one is home, for whoever has said none. */
export const COUNTRY_CODES = ['IN', 'BD', 'BR'] as const;
export type CountryCode = (typeof COUNTRY_CODES)[number];
export const HOME_COUNTRY: CountryCode = 'IN';
