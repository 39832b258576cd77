import MiniSearch from 'minisearch';
import type { Listing } from '#ports.ts';

/** How many letters of a word may be wrong, left out, added or swapped (two at once) by the word's length. */
const LETTERS_WRONG = [
  { from: 6, letters: 2 },
  { from: 4, letters: 1 },
] as const;

/** Words of the sectors in Bengali; the English ones are their names. */
const SECTOR_WORDS: Readonly<Record<string, string>> = {
  banking: 'bank ব্যাংক ব্যাংকিং',
  technology: 'tech প্রযুক্তি',
  energy: 'জ্বালানি',
  healthcare: 'health pharma স্বাস্থ্যসেবা',
  consumer: 'ভোগ্যপণ্য',
  automotive: 'auto গাড়ি',
  metals: 'metal ধাতু',
  infrastructure: 'infra অবকাঠামো',
  chemicals: 'chemical রাসায়নিক',
  media: 'গণমাধ্যম',
};

interface Entry {
  readonly id: number;
  readonly symbol: string;
  /** The symbol in one word, so that `BTC-USDT`, `btc/usdt` and `btcusdt` are the same. */
  readonly joined: string;
  readonly name: string;
  readonly sector: string;
}

/**
 * Instruments by symbol, name, sector and pair, best match first; what is written nearly right counts too.
 */
export class InstrumentSearch {
  readonly #listings: () => readonly Listing[];
  #indexed: readonly Listing[] = [];
  #index = emptyIndex();

  constructor(listings: () => readonly Listing[]) {
    this.#listings = listings;
  }

  find(text: string): Listing[] {
    this.#refresh();
    const joined = joinedOf(text);
    if (joined === '') return [];
    const found = this.#index.search({
      combineWith: 'OR',
      queries: [
        { queries: [text], fields: ['symbol', 'name', 'sector'] },
        { queries: [joined], fields: ['joined'], fuzzy: false },
      ],
    });
    const listings = found.flatMap(({ id, score }) => {
      const listing = this.#indexed[Number(id)];
      return listing === undefined ? [] : [{ listing, score }];
    });
    return listings
      .sort((a, b) => b.score - a.score || a.listing.symbol.localeCompare(b.listing.symbol, 'en'))
      .map(({ listing }) => listing);
  }

  /** Instruments change rarely: an offering lists one, a corporate action renames one. */
  #refresh(): void {
    const listings = this.#listings();
    const isSame =
      listings.length === this.#indexed.length &&
      listings.every(({ symbol, name }, nth) => {
        const indexed = this.#indexed[nth];
        return symbol === indexed?.symbol && name === indexed.name;
      });
    if (isSame) return;
    this.#index = emptyIndex();
    this.#index.addAll(listings.map(entryOf));
    this.#indexed = [...listings];
  }
}

function emptyIndex(): MiniSearch<Entry> {
  return new MiniSearch<Entry>({
    fields: ['symbol', 'joined', 'name', 'sector'],
    processTerm: (term) => term.toLocaleLowerCase('en'),
    searchOptions: {
      combineWith: 'AND',
      boost: { symbol: 3, joined: 4, name: 2, sector: 1 },
      prefix: true,
      fuzzy: lettersWrong,
    },
  });
}

function entryOf({ symbol, name, sector }: Listing, id: number): Entry {
  const words = sector === undefined ? '' : `${sector} ${SECTOR_WORDS[sector] ?? ''}`;
  return { id, symbol, joined: joinedOf(symbol), name, sector: words };
}

/** Letters and digits alone. */
function joinedOf(text: string): string {
  return text.toLocaleLowerCase('en').replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

function lettersWrong(term: string): number | false {
  return LETTERS_WRONG.find(({ from }) => term.length >= from)?.letters ?? false;
}
