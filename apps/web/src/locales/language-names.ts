import type { Language } from '#client/store.ts';

/** Each language in its own words, as the page of languages writes them whatever the app speaks. */
export const LANGUAGE_NAMES: readonly {
  readonly code: Language;
  readonly lang: string;
  readonly name: string;
  readonly hello: string;
  readonly choose: string;
}[] = [
  {
    code: 'en-US',
    lang: 'en',
    name: 'English',
    hello: 'Stocks and coins, every cost shown first',
    choose: 'Choose your language',
  },
  {
    code: 'bn-BN',
    lang: 'bn',
    name: 'বাংলা',
    hello: 'শেয়ার ও কয়েন, সব খরচ আগে',
    choose: 'ভাষা বেছে নিন',
  },
];
