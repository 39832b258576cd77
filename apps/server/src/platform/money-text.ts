import { currencyOf } from '@tarazu/core/countries';
import type { Language } from '@tarazu/protocol';

/** The places of commas: `12,34,567` and `1,234,567`. */
const LAKHS = /\B(?=(?:\d{2})*\d{3}$)/g;
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;
const BENGALI_DIGITS = '০১২৩৪৫৬৭৮৯';
const CRORE = 10_000_000n;

/** Numbers of a sentence are written in its own digits. */
export function digitsIn(text: string, language: Language): string {
  if (language !== 'bn-BN') return text;
  return text.replace(/\d/g, (digit) => BENGALI_DIGITS[Number(digit)] ?? digit);
}

/** A decimal number with commas: in lakhs or thousands as its currency has them, else in thousands. */
export function groupedIn(text: string, language: Language, asset = 'INR'): string {
  const commas = currencyOf(asset)?.grouping === 'lakhs' ? LAKHS : THOUSANDS;
  const grouped = text.replace(/\d+/, (whole) => whole.replace(commas, ','));
  return digitsIn(grouped.replace(/^-/, '−'), language);
}

/** An amount as people read it: `₹12,34,567.50`, `−₹120.00`, `120.5 USDT`; a coin's without idle zeros. */
export function moneyIn(text: string, asset: string, language: Language): string {
  const short = /\.\d{5,}$/.test(text) ? text.replace(/\.?0+$/, '') : text;
  const number = groupedIn(short, language, asset);
  const currency = currencyOf(asset);
  if (currency === undefined) return `${number} ${asset}`;
  return number.startsWith('−') ? `−${currency.symbol}${number.slice(1)}` : `${currency.symbol}${number}`;
}

/** A size in rupees, from a crore on in crores: `₹191.55 Cr`, `₹১৯১.৫৫ কোটি`. */
export function rupeeSizeIn(text: string, language: Language): string {
  const [whole = '0', fraction = ''] = text.split('.');
  if (BigInt(whole) < CRORE) return moneyIn(text, 'INR', language);
  const paise = BigInt(`${whole}${fraction.padEnd(2, '0').slice(0, 2)}`);
  const hundredths = (paise + CRORE / 2n) / CRORE;
  const crores = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
  return `₹${groupedIn(crores, language)} ${language === 'bn-BN' ? 'কোটি' : 'Cr'}`;
}
