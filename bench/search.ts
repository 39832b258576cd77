/** Searches of 500 instruments by the index of the server, in milliseconds of the process's own time. */
import { quantity } from '@tarazu/core/values';
import { InstrumentSearch } from '../apps/server/src/domains/market/search.ts';
import type { Listing } from '../apps/server/src/ports.ts';

const INSTRUMENTS = 500;
const PASSES = 40;
const WARM_PASSES = 10;
const MICROSECONDS = 1_000;
const FIRST =
  'Aruna Vajra Kaveri Nila Surya Tara Meghna Padma Indus Garuda Himal Deccan Malabar Konark Ujjain'.split(
    ' ',
  );
const SECOND = 'Bank Cement Power Motors Steel Pharma Foods Media Chemicals Infra'.split(' ');
const SECTORS =
  'banking infrastructure energy automotive metals healthcare consumer media chemicals infrastructure'.split(
    ' ',
  );
/** Symbols, names, pairs, sectors in both languages, slips of the keys, and words that nothing is called. */
const TEXTS =
  'a|ar|aruna|vajra cment|kavri power|btcusdt|BTC/USDT|btc usdt|bitcion|metals|ধাতু|reliance|surya moters 7|zzzzzz'.split(
    '|',
  );

function listingOf(nth: number): Listing {
  const [first, second] = [nth % FIRST.length, Math.floor(nth / FIRST.length) % SECOND.length];
  const name = `${FIRST[first]} ${SECOND[second]} ${Math.floor(nth / (FIRST.length * SECOND.length)) + 1}`;
  const symbol = `${name.replaceAll(' ', '').slice(0, 8).toUpperCase()}${nth}`;
  return {
    instrumentId: `NSE_SIM:${symbol}`,
    kind: 'stock',
    symbol,
    name: `${name} Limited`,
    sector: SECTORS[second] ?? 'media',
    baseAsset: symbol,
    quoteAsset: 'INR',
    priceScale: 2,
    baseScale: 0,
    quoteScale: 2,
    averageDailyVolume: quantity(1_000n),
  };
}

/**
 * The same question to a list that is only looked through: the ratio is what a machine's speed leaves alone.
 */
function lookThrough(listings: readonly Listing[], text: string): number {
  const sought = text.toLocaleLowerCase('en');
  return listings.filter(({ symbol, name }) => `${symbol} ${name}`.toLocaleLowerCase('en').includes(sought))
    .length;
}

function millisecondsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / MICROSECONDS;
}

const listings = Array.from({ length: INSTRUMENTS }, (_, nth) => listingOf(nth));
const search = new InstrumentSearch(() => listings);
const indexMs = millisecondsOf(() => search.find('first'));
for (let pass = 0; pass < WARM_PASSES; pass += 1) for (const text of TEXTS) search.find(text);
const times = Array.from({ length: PASSES }, () =>
  TEXTS.map((text) => millisecondsOf(() => search.find(text))),
)
  .flat()
  .sort((left, right) => left - right);
const plainMs = millisecondsOf(() => {
  for (let pass = 0; pass < PASSES; pass += 1) for (const text of TEXTS) lookThrough(listings, text);
});
const share = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
const total = times.reduce((sum, ms) => sum + ms, 0);
const rounded = (ms: number) => Math.round(ms * 1_000) / 1_000;
process.stdout.write(
  `${JSON.stringify({
    bench: 'search',
    instruments: INSTRUMENTS,
    searches: times.length,
    indexMs: rounded(indexMs),
    p50Ms: rounded(share(0.5)),
    p99Ms: rounded(share(0.99)),
    worstMs: rounded(share(1)),
    timesLookingThrough: rounded(total / plainMs),
  })}\n`,
);
