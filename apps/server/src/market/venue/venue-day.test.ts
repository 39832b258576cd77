import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, instrumentId, price } from '@tarazu/core/values';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { type Exchange, HOME_EXCHANGE } from '#market/exchanges.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import type { FirstListing, HoursMode, InstrumentDefinition } from '#market/source.ts';
import { TapeStore } from '#market/tape/tape-store.ts';
import { DayRecord } from '#market/venue/day-record.ts';
import type { SeenTrade } from '#market/venue/dynamic-band.ts';
import { VenueDay } from '#market/venue/venue-day.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';

const database = await openTestDatabase();
const store = new TapeStore(database.pool);
const ist = (text: string): number => Date.parse(`${text}+05:30`);
const TEN = ist('2026-11-23T10:00:00');
const MINUTE_MS = 60_000;
const ARUNA = instrumentId('NSE_SIM:ARUNA');
const COIN = instrumentId('COIN_SIM:BTC-USDT');

function open(
  atMs: number,
  { hours = 'calendar', exchange = HOME_EXCHANGE }: { hours?: HoursMode; exchange?: Exchange } = {},
): { day: VenueDay; source: SimulatedSource } {
  const source = new SimulatedSource({ seed: 7, hours });
  const lastPrice = () => price(1n);
  const saveTape = () => Promise.resolve();
  const shared = { source, exchange, calendar: exchangeCalendar, store };
  const record = new DayRecord(shared, atMs);
  const day = new VenueDay({ ...shared, record, hours, lastPrice, saveTape });
  return { source, day };
}

function definitionOf(source: SimulatedSource, atMs: number): InstrumentDefinition {
  return source.instruments(atMs).find(({ id }) => id === ARUNA) ?? assert.fail('a share that is listed');
}

test('the day of one exchange stops nothing of another, and each goes on with its own', async () => {
  const other: Exchange = { ...HOME_EXCHANGE, venue: 'COIN_SIM', dayKey: 'another-day' };
  const { day } = open(TEN, { exchange: other });
  await day.advance(TEN);
  assert.equal(await day.onIndex({ change: -1_050n, previousClose: 10_000n }, TEN), true);
  const state = await store.state();
  for (const [exchange, stopped] of [
    [HOME_EXCHANGE, []],
    [other, [COIN]],
  ] as const) {
    const again = open(TEN + MINUTE_MS, { exchange }).day;
    again.restore(state);
    const halted = [ARUNA, COIN].filter((id) => again.haltOf(id) !== undefined);
    assert.deepEqual(halted, stopped, exchange.dayKey);
  }
});

test('the index stops every share for an hour, also over a restart, and no coin', async () => {
  const { day, source } = open(TEN);
  await day.advance(TEN);
  const move = { change: -1_050n, previousClose: 10_000n };
  assert.equal(await day.onIndex(move, TEN), true);
  assert.equal(await day.onIndex(move, TEN + MINUTE_MS), false, 'a level stops the market once a day');

  const again = open(TEN + MINUTE_MS).day;
  again.restore(await store.state());
  const untilMs = TEN + 45 * MINUTE_MS;
  assert.deepEqual(again.haltOf(ARUNA), { reason: 'index', untilMs });
  assert.equal(again.haltOf(COIN), undefined);
  assert.equal(await again.onIndex(move, TEN + MINUTE_MS), false);
  assert.equal(await again.advance(untilMs - 1), true, 'its first phase is news');
  assert.equal(again.sessionOf(ARUNA, untilMs - 1).phase, 'continuous', 'a halt is no phase');
  assert.equal(await again.advance(untilMs), true);
  assert.equal(again.haltOf(ARUNA), undefined);
  const auction = again.sessionOf(ARUNA, untilMs);
  assert.deepEqual(auction, {
    phase: 'reopeningAuction',
    isOpen: false,
    takesOrders: true,
    endsAtMs: untilMs + 8 * MINUTE_MS,
    endsAtRandom: true,
  });
  assert.equal(again.terms(definitionOf(source, untilMs), untilMs).ownPhase, 'reopeningAuction');
  const matching = untilMs + 8 * MINUTE_MS;
  assert.equal(await again.advance(matching), true);
  const { phase, takesOrders, opensAtMs } = again.sessionOf(ARUNA, matching);
  assert.deepEqual([phase, takesOrders, opensAtMs], ['auctionMatch', false, TEN + 60 * MINUTE_MS]);
  const overMs = TEN + 60 * MINUTE_MS;
  assert.equal(await again.advance(overMs), true, 'the stop of an hour is over, auction included');
  assert.equal(again.sessionOf(ARUNA, overMs).phase, 'continuous');
  assert.equal(again.terms(definitionOf(source, overMs), overMs).ownPhase, undefined);
});

test('a share that is let go on has its auction first, and one that is halted late goes into the closing auction', async () => {
  const { day, source } = open(TEN);
  await day.advance(TEN);
  await day.halt(ARUNA, { reason: 'instrument' }, TEN);
  await day.halt(ARUNA, undefined, TEN + MINUTE_MS);
  assert.equal(day.sessionOf(ARUNA, TEN + MINUTE_MS).phase, 'reopeningAuction');
  const other = source.instruments(TEN).find(({ id, kind }) => kind === 'stock' && id !== ARUNA);
  assert.ok(other);
  assert.equal(day.sessionOf(other.id, TEN + MINUTE_MS).phase, 'continuous', 'it alone');
  const late = ist('2026-11-23T15:10:00');
  await day.halt(ARUNA, { reason: 'instrument', untilMs: late }, late - MINUTE_MS);
  await day.advance(late);
  assert.equal(day.sessionOf(ARUNA, late).phase, 'reopeningAuction');
  assert.equal(day.sessionOf(ARUNA, ist('2026-11-23T15:16:00')).phase, 'closingReference');
});

test('a share that is halted again and again keeps a window for each auction that could end, and no other', async () => {
  const { day } = open(TEN);
  await day.advance(TEN);
  const ownEnds = () => day.endsOf('2026-11-23').filter(({ of }) => of === ARUNA);
  const letGoOn = async (atMs: number): Promise<void> => {
    await day.halt(ARUNA, { reason: 'instrument' }, atMs);
    await day.halt(ARUNA, undefined, atMs + 1_000);
    await day.advance(atMs + 1_000);
  };
  for (let nth = 0; nth < 30; nth += 1) await letGoOn(TEN + nth * 2_000);
  const [first, ...others] = ownEnds();
  assert.ok(first);
  assert.deepEqual(others, [], 'none of the others could end');
  await letGoOn(first.latestMs);
  assert.deepEqual(ownEnds()[0], first, 'one that could end stays');
  assert.equal(ownEnds().length, 2);
});

const crore = (count: bigint): FirstListing['issueValue'] => amount(count * 10_000_000n * 100n);

test('a listing day: unlisted before it, one auction until ten, and a band around what it paid', async () => {
  const { day, source } = open(TEN);
  const before = ist('2026-11-20T10:00:00');
  const at = (text: string): number => ist(`2026-11-23T${text}`);
  const listing = {
    date: '2026-11-23',
    board: 'main',
    issuePrice: price(100_00n),
    issueValue: crore(900n),
  } as const;
  const share: InstrumentDefinition = { ...definitionOf(source, TEN), hasDerivatives: false, listing };
  assert.equal(day.terms(share, before).status, 'unlisted');

  const early = day.terms(share, at('09:01:00'));
  assert.deepEqual(
    [early.ownPhase, early.band, early.referencePrice],
    ['listingAuction', undefined, 100_00n],
  );
  const sme = day.terms({ ...share, listing: { ...listing, board: 'sme' } }, at('09:01:00'));
  assert.deepEqual(sme.band, { priceLow: 80_00n, priceHigh: 190_00n });
  assert.equal(day.standOf(share, at('09:34:59'))?.phase, 'listingAuction');

  const ended = at('09:45:00');
  assert.equal(day.terms(share, ended).ownPhase, 'auctionMatch');
  assert.equal(day.terms(share, ended).band, undefined, 'nobody’s order ends for a band of another price');
  day.onAuction(share, price(140_00n), ended);
  const banded = day.terms(share, ended);
  assert.deepEqual(banded.band, { priceLow: 112_00n, priceHigh: 168_00n });
  day.onAuction(share, price(150_00n), at('15:30:00'));
  assert.deepEqual(
    day.terms(share, at('10:00:00')).band,
    banded.band,
    'the first price of the day is its base',
  );
  assert.equal(day.standOf(share, at('10:00:00')), undefined, 'continuous from ten');

  const small = { ...listing, issueValue: crore(250n) };
  const narrow = day.terms({ ...share, listing: small }, at('10:00:00')).band;
  assert.deepEqual(narrow, { priceLow: 133_00n, priceHigh: 147_00n });
});

test('the close is what the closing auction paid, also over a restart, and no other auction’s price', async () => {
  const at = (text: string): number => ist(`2026-11-23T${text}`);
  const { day, source } = open(at('09:00:00'));
  const byAuction = definitionOf(source, TEN);
  const byAverage = source.instruments(TEN).find((one) => one.kind === 'stock' && !one.hasDerivatives);
  assert.ok(byAverage && byAuction.hasDerivatives);
  await day.advance(at('09:08:00'));
  for (const definition of [byAuction, byAverage]) day.onAuction(definition, price(700_00n), at('09:08:00'));
  await day.advance(at('15:30:00'));
  day.onAuction(byAuction, price(900_00n), at('15:30:00'));
  await day.advance(at('15:30:01'));

  const again = open(at('15:49:00')).day;
  again.restore(await store.state());
  await again.advance(at('15:50:00'));
  const closeOf = (definition: InstrumentDefinition) => again.terms(definition, at('15:50:00')).band;
  assert.deepEqual(closeOf(byAuction), { priceLow: 900_00n, priceHigh: 900_00n });
  // Nothing was traded here, so that the last price stands in for the average.
  assert.deepEqual(closeOf(byAverage), { priceLow: byAverage.tickSize, priceHigh: byAverage.tickSize });
});

test('a market that never closes has no phases and no stop by its index', async () => {
  const { day, source } = open(TEN, { hours: 'always' });
  assert.equal(day.phases(TEN), undefined);
  assert.equal(await day.onIndex({ change: -3_000n, previousClose: 10_000n }, TEN), false);
  const definition = source.instruments(TEN).find(({ id }) => id === ARUNA);
  assert.ok(definition);
  const { status, closesBy, referencePrice, band } = day.terms(definition, TEN);
  assert.deepEqual([status, closesBy], ['listed', 'auction']);
  assert.ok(referencePrice && band && band.priceLow < referencePrice && referencePrice < band.priceHigh);
});

test('an operating range that widened stays wide until the day ends', async () => {
  const { day, source } = open(TEN);
  await day.advance(TEN);
  const definition = source.instruments(TEN).find(({ id }) => id === ARUNA);
  assert.equal(definition?.bandKind, 'operatingRange');
  const before = day.terms(definition, TEN).band;
  assert.ok(before);
  for (let nth = 0; nth < 25; nth += 1) {
    const somebody = `somebody ${nth % 5}`;
    const people = { buyer: somebody, seller: somebody };
    const trade: SeenTrade = { instrumentId: ARUNA, price: before.priceHigh, atMs: TEN, ...people };
    day.onTrade(definition, trade);
  }
  const later = TEN + 15 * MINUTE_MS;
  assert.equal(await day.advance(later), true);
  const wide = day.terms(definition, later).band;
  assert.ok(wide && wide.priceHigh > before.priceHigh && wide.priceLow === before.priceLow);
  const restarted = open(later).day;
  restarted.restore(await store.state());
  assert.deepEqual(restarted.terms(definition, later).band, wide);
  const tomorrow = ist('2026-11-25T10:00:00');
  await day.advance(tomorrow);
  const fresh = day.terms(definition, tomorrow).band;
  const base = source.previousClose(ARUNA, tomorrow);
  assert.ok(fresh && fresh.priceHigh * 100n <= base * 110n);
});
