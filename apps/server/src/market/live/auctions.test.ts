import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  auctionEndMs,
  checkFill,
  checkFillProof,
  commitmentEntry,
  commitmentOf,
  decidingSeed,
  endProofVerdict,
  endsOfDay,
  type FillOpening,
  type LogHead,
  linesOf,
  type PublishedSeed,
  rowLeafHash,
  type Signature,
  seedVerdict,
  sha256,
} from '@tarazu/core/proof';
import { OPERATIONS } from '@tarazu/protocol';
import { type Customer, openTrader, placed, quoted, STOCK } from '#domains/orders/test-trader.ts';
import { checkFillSays } from '#domains/proof/fills/test-forger.ts';
import { auditHeads, EndMixes } from '#domains/proof/index.ts';
import { snapshotMidway } from '#engine/audit/test-audit.ts';
import type { Engine } from '#engine/open-engine.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { stockListings } from '#market/catalogue/stocks.ts';
import { assertLocked, MovedOrders } from '#market/live/test-moved-orders.ts';
import { assertServedWholeOfParts } from '#market/live/test-record-parts.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { dayOf, dayStartMs, dayText } from '#platform/time/days.ts';
import { recordOf, textOf } from '#test-app.ts';
import { eventSeen, isPhase, next, shown } from '#test-events.ts';

/**
 * One trading day of a stock that closes by auction, from the pre-open to the trades at the closing price.
 */
const folder = mkdtempSync(join(tmpdir(), 'tarazu-auctions-'));
const keyFile = join(folder, 'secret.key');
const secrets = openSecrets({ keyFile, mayBeMade: true });
after(() => rmSync(folder, { recursive: true, force: true }));
const trader = await openTrader({
  environment: { MARKET_HOURS: 'calendar', SECRET_KEY_FILE: keyFile, DATA_DIR: folder },
});
const { app } = trader;
const MINUTE_MS = 60_000;
/** Far enough ahead that its secret is bound more than 24 hours before it. */
const day = exchangeCalendar.tradingDayAfter(dayOf(trader.nowMs(), 'IST'), 2);

/** Orders of the pre-open: one that waited for the session, and one that was changed. */
let moved: MovedOrders | undefined;
/** A fill of the pre-open, and whose it is. */
let openingFill: { by: Customer; id: string } | undefined;
/** The price that the closing auction paid. */
let closingPrice = '';
/** From a snapshot of the pre-open, whose orders no book has yet, and from the first command. */
let auditBoth: Awaited<ReturnType<typeof snapshotMidway>> | undefined;

/** Goes to a time of the day and waits until the engine knows its phase. */
async function goTo(hour: number, minute: number, phase: string): Promise<void> {
  const told = eventSeen(app.engine, isPhase(phase));
  trader.advance(dayStartMs(day, 'IST') + (hour * 60 + minute) * MINUTE_MS - trader.nowMs());
  await told;
  await isSettled(app.engine);
}

/** The auctions of all shares fill one after the other, in steps. */
async function isSettled(engine: Engine): Promise<void> {
  do await engine.submit({ type: 'sweep.step' });
  while (engine.sweeps().inBooks.length > 0);
}

async function queuedBefore(): Promise<MovedOrders> {
  trader.advance(dayStartMs(day, 'IST') + (8 * 60 + 30) * MINUTE_MS - trader.nowMs());
  const orders = new MovedOrders(await trader.enter());
  await orders.queue();
  return orders;
}

function assertPreOpen({ phase, changesAtMs, endsAtRandom }: Readonly<Record<string, unknown>>): void {
  const endsAtMs = dayStartMs(day, 'IST') + (9 * 60 + 8) * MINUTE_MS;
  assert.deepEqual([phase, changesAtMs, endsAtRandom], ['preOpen', endsAtMs, true]);
}

/** When the public auction has an indicative price. */
function indicated(): Promise<void> {
  return shown(app.market, () => app.market.ticker(STOCK).venueState?.auction?.indicativePrice !== undefined);
}

const venueOf = async (by: Customer) =>
  recordOf((await by.read('stockInfo', { instrumentId: STOCK }))['venueState']);
const orderOf = async (by: Customer, id: string) =>
  recordOf((await by.read('stockOrderInfo', { id }))['order']);

/** Waits until the engine knows the phase that a share has by itself. */
function alone(ownPhase: string | undefined): Promise<void> {
  return eventSeen(
    app.engine,
    ({ command }) =>
      command.type === 'instrument.set' &&
      command.instrument.id === STOCK &&
      command.instrument.status === 'listed' &&
      command.instrument.ownPhase === ownPhase,
  );
}

/** A halt of ten minutes, its call auction, and trading again. */
async function reopen(asha: Customer): Promise<void> {
  await app.market.halt(STOCK, { reason: 'instrument', untilMs: trader.nowMs() + 10 * MINUTE_MS });
  assert.equal((await asha.stock('buy', {})).reason, 'INSTRUMENT_HALTED');
  let told = alone('reopeningAuction');
  trader.advance(10 * MINUTE_MS);
  await told;
  await indicated();
  const venue = await venueOf(asha);
  assert.deepEqual(
    [venue['phase'], venue['endsAtRandom'], venue['halt']],
    ['reopeningAuction', true, undefined],
  );
  const { order, fills } = placed(await asha.stock('buy', { quantity: '4' }));
  assert.deepEqual([order['state'], fills.length], ['open', 0], 'it collects');
  told = alone('auctionMatch');
  trader.advance(8 * MINUTE_MS);
  await told;
  assert.equal((await orderOf(asha, textOf(order, 'id')))['state'], 'completed');
  assert.equal((await asha.stock('buy', {})).reason, 'SESSION_CLOSED');
  assert.equal((await venueOf(asha))['phase'], 'auctionMatch');
  told = alone(undefined);
  trader.advance(7 * MINUTE_MS);
  await told;
  await quoted(trader);
  assert.equal(placed(await asha.stock('buy', {})).order['state'], 'completed', 'it trades on');
}

/**
 * The reference of the closing auction is what was paid in public in the last quarter of an hour: somebody
 * pays in it, or it would be what was paid before the clock of this test jumped.
 */
async function paidBeforeClose(): Promise<void> {
  app.market.watch(STOCK);
  trader.advance(dayStartMs(day, 'IST') + (15 * 60 + 5) * MINUTE_MS - trader.nowMs());
  await quoted(trader);
  app.market.watch(STOCK);
  await next<string>(
    (tell) => app.market.onTrades((id) => tell(id)),
    (id) => id === STOCK,
  );
}

/** The prices that the closing auction paid, by share; the others may trade until it ends. */
async function paidAtClose(): Promise<Map<string, string>> {
  const paid = new Map<string, string>();
  const byAuction = stockListings.filter(({ hasDerivatives }) => hasDerivatives);
  const ids = new Set(byAuction.map(({ symbol }) => `NSE_SIM:${symbol}`));
  const stop = app.market.onTrades((id, [newest]) => {
    if (ids.has(id) && newest) paid.set(id, newest.price);
  });
  await goTo(15, 31, 'closingMatch');
  stop();
  return paid;
}

function assertCloses(paid: ReadonlyMap<string, string>): void {
  const bandAt = (id: string) => app.market.profile(id).venueState?.band;
  assert.ok(paid.has(STOCK) && paid.size > 10, 'so many that their fills come in several steps');
  for (const [id, at] of paid) assert.deepEqual(bandAt(id), { priceLow: at, priceHigh: at }, id);
}

function assertRange(closing: Readonly<Record<string, unknown>>): void {
  const [reference, range] = [recordOf(closing['auction']), recordOf(closing['band'])];
  const away = Number(textOf(range, 'priceHigh')) / Number(textOf(reference, 'referencePrice'));
  assert.ok(away > 1.029 && away <= 1.03, 'the closing auction keeps to 3 % around its reference');
}

async function newestHead(): Promise<LogHead> {
  const { data } = await trader.call('proofHead');
  return OPERATIONS.proofHead.output.parse(data).head ?? assert.fail('a head was made');
}

/** All that is told of the ends of auctions, and all that the journal has. */
async function publishedOf(): Promise<{ days: readonly PublishedSeed[]; text: string }> {
  const { data } = await trader.call('proofAuctionEnds', {});
  const { rows } = await trader.database.pool.query<{ text: string }>(
    "select string_agg(command || house_depth || outcome, '') as text from journal",
  );
  const { rows: state } = await trader.database.pool.query('select * from market_state');
  const days = OPERATIONS.proofAuctionEnds.output.parse(data).list;
  return { days, text: JSON.stringify([data, rows, state]) };
}

let boundBy: LogHead | undefined;
let before: Awaited<ReturnType<typeof publishedOf>> | undefined;

test('before a day the hash of its secret is out, bound by the journal, and nothing tells the secret', async () => {
  before = await publishedOf();
  const today =
    before.days.find(({ tradingDay }) => tradingDay === dayText(day)) ?? assert.fail('its hash is out');
  assert.deepEqual(seedVerdict(today), { state: 'open', reason: 'later' });
  assert.deepEqual([today.rule, today.mix], [2, undefined]);
  assert.deepEqual(
    today.windows.map(({ name, windowMs }) => [name, windowMs]),
    [
      ['preOpen', MINUTE_MS],
      ['closingLimit', 2 * MINUTE_MS],
      ['preOpen', MINUTE_MS],
    ],
  );
  assert.deepEqual(endsOfDay(today), []);
  boundBy = (await app.proof.makeHead()) ?? (await newestHead());
  const asha = await trader.enter();
  const inclusion = await asha.read('proofInclusion', { sequence: String(today.sequence) });
  const { leafHash } = OPERATIONS.proofInclusion.output.parse(inclusion);
  assert.equal(rowLeafHash(sha256, commitmentEntry(today)), leafHash, 'anybody makes its row again');
});

test('a day: pre-open auction, continuous, closing auction, trades at the close', async () => {
  moved = await queuedBefore();
  await goTo(9, 1, 'preOpen');
  const asha = await trader.enter();
  await indicated();
  const early = await venueOf(asha);
  assertPreOpen(early);
  const auction = recordOf(early['auction']);
  assert.ok(Number(textOf(auction, 'indicativeQuantity')) > 0);
  assert.match(textOf(auction, 'referencePrice'), /^\d/);

  const ioc = await asha.stock('buy', { type: 'limit', price: textOf(auction, 'indicativePrice') });
  assert.deepEqual(
    [ioc.reason, ioc.body['fix']],
    ['TYPE_NOT_ALLOWED', 'Choose one of: market, limit (day).'],
  );
  const { order, fills } = placed(await asha.stock('buy', { quantity: '5' }));
  assert.deepEqual([order['state'], fills.length], ['open', 0], 'nothing trades before the auction ends');
  const { band } = await asha.read('stockInfo', { instrumentId: STOCK });
  const low = textOf(recordOf(band), 'priceLow');
  const waiting = placed(await asha.stock('buy', { type: 'limit', validity: 'day', price: low }));
  await moved.join();
  auditBoth = await snapshotMidway(trader.database.pool);

  await goTo(9, 8, 'preOpenMatch');
  const opened = await asha.read('stockOrderInfo', { id: textOf(order, 'id') });
  assert.equal(recordOf(opened['order'])['state'], 'completed');
  assert.ok(Array.isArray(opened['fills']) && opened['fills'].length > 0, 'its fills are its own to read');
  openingFill = { by: asha, id: textOf(recordOf(opened['fills'][0]), 'id') };
  assert.equal((await orderOf(asha, textOf(waiting.order, 'id')))['state'], 'open', 'a limit order goes on');
  const shut = await asha.stock('buy', {});
  assert.equal(shut.reason, 'SESSION_CLOSED');
  assert.match(String(shut.body['fix']), /09:15 IST/);

  await goTo(9, 16, 'continuous');
  await quoted(trader);
  assert.equal(placed(await asha.stock('buy', {})).order['state'], 'completed');
  assert.equal(app.market.ticker(STOCK).venueState, undefined, 'plain trading needs no words');

  await reopen(asha);
  await paidBeforeClose();
  await goTo(15, 16, 'closingReference');
  await goTo(15, 21, 'closingAuction');
  await indicated();
  assertRange(await venueOf(asha));
  const last = placed(await asha.stock('sell', { quantity: '2' }));

  await goTo(15, 26, 'closingLimit');
  const market = await asha.stock('buy', {});
  assert.equal(market.reason, 'TYPE_NOT_ALLOWED');
  await assertLocked(asha, textOf(last.order, 'id'));

  const paid = await paidAtClose();
  const closed = await orderOf(asha, textOf(last.order, 'id'));
  assert.equal(closed['state'], 'completed');
  await goTo(15, 51, 'postClose');
  assertCloses(paid);
  const only = recordOf((await venueOf(asha))['band']);
  const elsewhere = await asha.stock('buy', { type: 'limit', validity: 'day', price: low });
  assert.equal(elsewhere.reason, 'PRICE_BAND');
  const price = textOf(only, 'priceLow');
  const atClose = placed(await asha.stock('buy', { type: 'limit', validity: 'day', price }));
  closingPrice = price;
  await goTo(16, 1, 'closed');
  const ended = await orderOf(asha, textOf(atClose.order, 'id'));
  assert.ok(ended['state'] === 'completed' || ended['cause'] === 'sessionEnd');
  if (ended['state'] === 'completed') assert.equal(ended['priceAverage'], price);
});

test('the day of each share is told from one place, and holds the closing auction in a minute of its own (trial 21)', async () => {
  const dayMs = dayStartMs(day, 'IST');
  for (const { instrumentId: id } of app.market.listings().filter(({ kind }) => kind === 'stock')) {
    const { open, high, low, price, volume } = app.market.ticker(id);
    const [today] = (await app.market.candles({ instrumentId: id, interval: '1d', limit: 1 })).list;
    const told = today && [today.open, today.high, today.low, today.close, today.volume];
    assert.deepEqual(told, [open, high, low, price, volume], id);
    const { list } = await app.market.candles({ instrumentId: id, interval: '1m', limit: 400 });
    const minutes = list.filter(({ openTimeMs }) => openTimeMs >= dayMs);
    const numbers = (name: 'high' | 'low' | 'volume') => minutes.map((bar) => Number(bar[name]));
    const volumes = numbers('volume').reduce((sum, one) => sum + one, 0);
    const folded = [Math.max(...numbers('high')), Math.min(...numbers('low')), volumes];
    assert.deepEqual(folded, [Number(high), Number(low), Number(volume)], `${id}: a day is its minutes`);
    assert.deepEqual([minutes[0]?.open, minutes.at(-1)?.close], [open, price], id);
    const closing = minutes.filter(({ openTimeMs }) => openTimeMs >= dayMs + (15 * 60 + 15) * MINUTE_MS);
    assert.ok(closing.length > 0 && closing.at(-1)?.close === price, `${id}: the close stands in its minute`);
  }
});

test('the lines of an auction’s record are told with ranks and not with order ids, as they are sealed (trial 34)', async () => {
  const { by, id } = openingFill ?? assert.fail('somebody filled');
  const { opening } = OPERATIONS.fillEvidence.output.parse(await by.read('fillEvidence', { id }));
  const { lines, ownLine } = opening.auction ?? assert.fail('what it had is told');
  const ranks = linesOf(lines).map(({ priority }) => priority);
  assert.ok(ranks.length > 1);
  assert.deepEqual(
    ranks,
    ranks.map((_, place) => place + 1),
  );
  assert.notEqual(ownLine, undefined, 'the own line is found');
  assert.equal(checkFill(opening, sha256).find(({ name }) => name === 'entry')?.state, 'agrees');
  await assertServedWholeOfParts(trader.database.pool, opening, () => by.read('fillEvidence', { id }));
});

test('the auction’s fill is derived from all that it had, and its end from the secret that is told after the day', async () => {
  const { by, id } = openingFill ?? assert.fail('somebody filled');
  const { opening } = OPERATIONS.fillEvidence.output.parse(await by.read('fillEvidence', { id }));
  const stateOf = (changed: FillOpening) =>
    Object.fromEntries(checkFill(changed, sha256).map(({ name, state }) => [name, state]));
  const auction = opening.auction ?? assert.fail('what it had is told');
  const end = auction.end ?? assert.fail('its window is told');
  const { tradingDay, seed = assert.fail('the day is over') } = end;
  const rest = { limit: 'agrees', value: 'agrees', charges: 'agrees' };
  // The clock of this test jumped over the second: how late the row is depends on the secret.
  const { end: _late, ...others } = stateOf(opening);
  assert.deepEqual(
    others,
    { entry: 'agrees', book: 'agrees', ...rest },
    JSON.stringify(checkFill(opening, sha256)),
  );
  assert.equal(auction.marks.filter((mark) => mark !== '').length, 6, 'of the orders that stood in it');
  const deciding = decidingSeed(end, seed) ?? assert.fail('something was mixed with it');
  const inTime = { ...opening.entry, atMs: auctionEndMs({ tradingDay, seed: deciding }, end) + 700 };
  const timed = { ...opening, entry: inTime };
  assert.equal(stateOf(timed)['end'], 'agrees');
  const { seed: _seed, ...unsaid } = end;
  const changes: readonly (readonly [string, string, NonNullable<FillOpening['auction']>])[] = [
    ['entry', 'differs', { ...auction, lines: auction.lines.replace(/^(buy|sell),(\d+),/, '$1,$2,9') }],
    ['entry', 'differs', { ...auction, referencePrice: '1' }],
    ['book', 'differs', { ...auction, lines: `${auction.lines};sell,5,9999999999,1,limit` }],
    ['book', 'differs', { ...auction, ownLine: 0 }],
    ['end', 'open', { ...auction, end: unsaid }],
    ['end', 'differs', { ...auction, end: { ...end, mix: undefined } }],
    ['end', 'open', { ...auction, end: { ...end, beacon: { chain: '52db', round: 1 } } }],
    ['end', 'differs', { ...auction, end: { ...end, seed: 'ab'.repeat(32) } }],
    ['end', 'differs', { ...auction, end: { ...end, latestMs: end.latestMs + 12_000 } }],
    ['end', 'differs', { ...auction, end: { ...end, publishedAtMs: end.latestMs } }],
  ];
  for (const [name, state, changed] of changes) {
    const of = name === 'entry' ? opening : timed;
    assert.equal(stateOf({ ...of, auction: changed })[name], state, `${name} ${state}`);
  }
});

/** The day as it is told, with how the log binds it. */
async function boundDay() {
  const today = (await publishedOf()).days.find(({ tradingDay }) => tradingDay === dayText(day));
  const { data } = await trader.call('proofAuctionEnd', { tradingDay: dayText(day) });
  const { head, proof } = OPERATIONS.proofAuctionEnd.output.parse(data);
  return { day: today ?? assert.fail('its day is there'), head, proof, signatureOf } as const;
}

test('the hash of a day stood under a head 24 hours before it, and what was mixed is the log’s own root (trial 16)', async () => {
  await app.proof.makeHead();
  const told = await boundDay();
  const verdict = (change: object) => endProofVerdict(sha256, { ...told, ...change });
  assert.deepEqual(verdict({}), { state: 'agrees' });
  assert.equal(told.proof.bound?.head.hash, boundBy?.hash);
  const { mix = assert.fail('it was mixed') } = told.day;
  const { bound = assert.fail('a head bound it') } = told.proof;
  const reGround = 'cd'.repeat(32);
  const forged = commitmentOf({ tradingDay: told.day.tradingDay, seed: reGround });
  const changes: readonly (readonly [string, object])[] = [
    ['a seed that was ground again', { day: { ...told.day, commitment: forged, seed: reGround } }],
    ['another root', { day: { ...told.day, mix: { ...mix, root: 'ab'.repeat(32) } } }],
    ['another cut', { day: { ...told.day, mix: { ...mix, sequence: mix.sequence - 1 } } }],
    ['an unsigned head', { signatureOf: (): Signature => 'invalid' }],
    ['another head', { proof: { ...told.proof, bound: { ...bound, head: { ...bound.head, atMs: 1 } } } }],
    ['no way', { proof: { ...told.proof, bound: { ...bound, path: [] } } }],
  ];
  for (const [name, change] of changes) assert.equal(verdict(change).state, 'differs', name);
  const late = {
    proof: { ...told.proof, bound: { ...bound, head: told.head, path: told.proof.commitment.path } },
  };
  assert.deepEqual(
    verdict(late),
    { state: 'open', reason: 'boundLate' },
    'a head of after the day is no proof',
  );
  await assertMixAudited();
  const { sequence, root } = await recomputed();
  assert.deepEqual([sequence, root], [mix.sequence, mix.root], 'anybody with the journal makes it again');
});

/** The audit makes it again too, and names the day of one that was changed. */
async function assertMixAudited(): Promise<void> {
  const client = await trader.database.pool.connect();
  try {
    assert.equal((await auditHeads(client, secrets)).problem, undefined);
    for (const [from, to, sentence] of [
      ['"root":"', '"root":"ab', /is not the root of the log/],
      ['"sequence":', '"sequence":1', /had to be mixed, not over/],
    ] as const) {
      await client.query('begin');
      const change = 'update rules set body = replace(body, $1, $2) where name like $3';
      await client.query(change, [from, to, '% mixed']);
      assert.match((await auditHeads(client, secrets)).problem ?? 'nothing was found', sentence);
      await client.query('rollback');
    }
  } finally {
    client.release();
  }
}

const signatureOf = (): Signature => 'valid';

/** The mix of the day, from the journal's rows. */
async function recomputed() {
  const clock = { nowMs: trader.nowMs };
  const made = await new EndMixes({ database: trader.database.pool, secrets, clock, beacon: undefined }).of(
    dayText(day),
    undefined,
  );
  return made ?? assert.fail('the day has begun');
}

test('the whole way of the auction’s fill is told, and a seed that was ground again is refused by both checks (trial 16)', async () => {
  const { by, id } = openingFill ?? assert.fail('somebody filled');
  await app.proof.makeHead();
  const proof = OPERATIONS.fillProof.output.parse(await by.read('fillProof', { id }));
  const held = { signatureOf } as const;
  const steps = (of: typeof proof) =>
    new Map(checkFillProof(sha256, of, held).map(({ name, state }) => [name, state]));
  const told = steps(proof);
  for (const name of ['entry', 'book', 'limit', 'value', 'charges', 'rules', 'log', 'bound'] as const)
    assert.equal(told.get(name), 'agrees', `${name}: ${JSON.stringify(checkFillProof(sha256, proof, held))}`);
  const { opening } = proof;
  const auction = opening.auction ?? assert.fail('what it had is told');
  const end = auction.end ?? assert.fail('its window is told');
  const seed = 'cd'.repeat(32);
  const commitment = commitmentOf({ tradingDay: end.tradingDay, seed });
  const reGround = {
    ...proof,
    opening: { ...opening, auction: { ...auction, end: { ...end, seed, commitment } } },
  };
  assert.equal(steps(reGround).get('bound'), 'differs');
  const said = await checkFillSays(reGround, {});
  assert.deepEqual([said.status, /bound +differs/.test(said.text)], [1, true], said.text);
  const foreign = {
    ...proof,
    opening: { ...opening, auction: { ...auction, marks: auction.marks.toReversed() } },
  };
  assert.equal(steps(foreign).get('log'), 'differs', 'the own line is the own order’s row');
});

test('the fill of a changed order, of one that waited or of a basket’s leg is its own line of the auction, whatever its priority (proof row 1)', async () => {
  await app.proof.makeHead();
  assert.equal(await moved?.assertOwnLines(), 4);
});

test('after the day the secret is told, and fits the hash that was out before', async () => {
  const { days } = await publishedOf();
  const today = days.find(({ tradingDay }) => tradingDay === dayText(day)) ?? assert.fail('its day is there');
  const { seed = assert.fail('it is told') } = today;
  assert.equal(seedVerdict(today).state, 'agrees');
  assert.ok(before && !before.text.includes(seed), 'it stood nowhere before');
  for (const { endMs, latestMs, windowMs } of endsOfDay(today))
    assert.ok(endMs > latestMs - windowMs && endMs <= latestMs);
  assert.ok(
    endsOfDay(today).some(({ name }) => name.startsWith('reopening ')),
    'that of the halted share too',
  );
  assert.equal(seedVerdict({ ...today, seed: 'ab'.repeat(32) }).state, 'differs');
  const late = { ...today, atMs: today.windows[0]?.latestMs ?? 0 };
  assert.deepEqual(seedVerdict(late), { state: 'open', reason: 'boundLate' });
  assert.equal(seedVerdict({ ...late, rule: undefined, mix: undefined }).state, 'differs', 'too late');
});

test('the next day begins from the close that the auction made', async () => {
  const nextDay = exchangeCalendar.tradingDayAfter(day, 1);
  await goTo(9 + 24 * (nextDay - day), 1, 'preOpen');
  assert.equal(app.market.ticker(STOCK).previousClose, closingPrice);
});

test('the journal replays to what the tables hold, from a snapshot of the middle too', async () => {
  const { commands } = (await auditBoth?.()) ?? assert.fail('the middle was reached');
  assert.ok(commands > 10);
});
