import { BASE, INSTANT, PERCENT, QUOTE, type Vocabulary } from '#words/words.ts';

const CLOCK = 'Next to it stands the same instant in milliseconds.';

/** Values in the sentences of refusals, told in the field `detail` too. */
export const REFUSAL_DETAILS: Vocabulary = {
  allowed: ['What may be chosen instead.', 'market, limit'],
  asset: ['What it is counted in.', 'INR'],
  available: ['What may be used now.', '1200.00', 'the asset, or shares or coins'],
  distance: ['How far away it must be.', '0.25', PERCENT],
  endsAt: [`When that ends, in India’s time. ${CLOCK}`, '20-11-2026 15:40 IST'],
  endsAtMs: ['When that ends.', '1795341600000', INSTANT],
  limit: ['The most that is allowed.', '10', 'what the sentence says'],
  lotSize: ['Quantities are multiples of this.', '1', BASE],
  needed: ['What the order needs.', '2145.50', 'the asset, or shares or coins'],
  opensAt: [`When trading opens again, in India’s time. ${CLOCK}`, '20-11-2026 09:15 IST'],
  opensAtMs: ['When trading opens again.', '1795341600000', INSTANT],
  price: ['The last price.', '2145.50', QUOTE],
  priceBest: ['The best price on the other side.', '2145.50', QUOTE],
  priceHigh: ['The highest price that is allowed.', '2346.00', QUOTE],
  priceLast: ['The last price.', '2145.50', QUOTE],
  priceLimit: ['The most that the purchase may pay.', '2200.00', QUOTE],
  priceLow: ['The lowest price that is allowed.', '1920.00', QUOTE],
  problem: ['What is wrong with the input.', 'price: must be a plain decimal number such as 12.50'],
  quantityFilled: ['What has filled already.', '4', BASE],
  quantityMax: ['The largest quantity that is allowed.', '10000', BASE],
  quantityMin: ['The smallest quantity that is allowed.', '1', BASE],
  taxNumber: ['Name of the number that the country’s tax authority gives.', 'PAN'],
  text: ['What is so.', 'Done.'],
  tickSize: ['Prices are multiples of this.', '0.05', QUOTE],
  trailMax: ['The widest trailing distance.', '10', PERCENT],
  trailMin: ['The narrowest trailing distance.', '0.1', PERCENT],
  usableAt: [`When the rest may be sold, in India’s time. ${CLOCK}`, '20-11-2026 09:15 IST'],
  usableAtMs: ['When the rest may be sold.', '1795341600000', INSTANT],
  valueMax: ['The largest value that is allowed.', '10000000.00', QUOTE],
  valueMin: ['The smallest value that is allowed.', '1.00', QUOTE],
};
