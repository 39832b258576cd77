import type { NumberFormat } from '#countries/country.ts';

/** A number as it is compared and kept: capitals and digits, without the marks that people write between. */
export function plainNumber(text: string): string {
  return text.replace(/[\s./-]/g, '').toUpperCase();
}

const ANY = /^[A-Z0-9]{5,20}$/;

/** A format that is published whole. */
export function always(isRight: (number: string) => boolean): NumberFormat {
  return (number) => (isRight(number) ? 'right' : 'wrong');
}

/** A format that most numbers have, and none must. */
export function usually(pattern: RegExp): NumberFormat {
  return (number) => (pattern.test(number) ? 'right' : ANY.test(number) ? 'unusual' : 'wrong');
}
