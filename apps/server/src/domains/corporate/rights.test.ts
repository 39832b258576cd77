import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantity } from '@tarazu/core/values';
import { actionsAt } from '#domains/corporate/test-actions.ts';
import { type Customer, openTrader, placed, quoted, rowsOf } from '#domains/orders/test-trader.ts';
import { snapshotMidway } from '#engine/audit/test-audit.ts';
import { dayOf, dayStartMs, dayText } from '#platform/time/days.ts';
import { recordOf, textOf } from '#test-app.ts';
import { testClock } from '#test-clock.ts';

/** Two new shares for seven held, in days from today, so that no session ends on the way. */
const ID = 'NSE_SIM:SUTRATEK';
const ISSUE = 'rgt-sutra-test';
const today = dayOf(testClock.nowMs(), 'IST');
const [announcedOn, recordDate, closesOn] = [dayText(today + 1), dayText(today + 4), dayText(today + 11)];
const announcedMs = dayStartMs(today + 1, 'IST');
const recordMs = dayStartMs(today + 4, 'IST');
const closesMs = dayStartMs(today + 11, 'IST') + 17 * 3_600_000;
const [sharesHeld, sharesOffered] = [quantity(7n), quantity(2n)];
const terms = { kind: 'rights', sharesHeld, sharesOffered, discountPercent: 25, closesOn } as const;

const trader = await openTrader({
  corporateActions: [{ id: ISSUE, instrumentId: ID, announcedOn, recordDate, terms }],
});
const { app } = trader;
const { look, goTo } = actionsAt(trader);

/** From a snapshot with an open application, and from the first command. */
let auditBoth: Awaited<ReturnType<typeof snapshotMidway>> | undefined;

const own = async (by: Customer) => {
  const [entitlement] = await by.list('rightsList');
  assert.ok(entitlement);
  return entitlement;
};
const cash = async (by: Customer) => recordOf((await by.read('userAssets'))['stockCash']);
const paise = (row: Readonly<Record<string, unknown>>, field: string) =>
  BigInt(textOf(row, field).replace('.', ''));

await quoted(trader, ID);
const asha = await trader.enter();

test('a rights issue is announced, entitles at the record date, and what is ordered follows the price without the right', async () => {
  await goTo(announcedMs + 60_000);
  await look();
  const info = await asha.read('stockInfo', { instrumentId: ID });
  const [action] = rowsOf(info, 'corporateActions');
  assert.deepEqual(
    [action?.['kind'], action?.['sharesHeld'], action?.['sharesOffered'], action?.['closesOn']],
    ['rights', '7', '2', closesOn],
  );
  const issuePrice = textOf(recordOf(action), 'priceIssue');
  assert.equal(
    (await asha.noticeTitles()).filter((title) => title.includes(`rights issue on ${recordDate}`)).length,
    1,
  );
  assert.deepEqual(await asha.list('rightsList'), [], 'nobody is entitled before the record date');

  await goTo(recordMs - 120_000);
  const before = app.market.ticker(ID).price;
  const held = Number(textOf((await asha.holding(ID)) ?? {}, 'quantity'));
  const trigger = Math.floor(Number(before) * 1.5);
  const gtt = { clientId: asha.clientId(), instrumentId: ID, side: 'sell', quantity: '1' };
  const prices = { triggerPrice: `${trigger}.00`, price: `${trigger + 5}.00` };
  placed(await asha.call('gttAdd', { ...gtt, ...prices }));
  trader.advance(recordMs - 20_000 - trader.nowMs());
  await look();
  const halted = recordOf((await asha.read('stockInfo', { instrumentId: ID }))['venueState']);
  assert.deepEqual(halted['halt'], { reason: 'corporateAction' });

  await goTo(recordMs + 6_000);
  await look();
  await look();
  const entitled = await own(asha);
  assert.deepEqual(
    [entitled['issueId'], entitled['state'], entitled['quantity'], entitled['quantityApplied']],
    [ISSUE, 'open', String(Math.floor((held * 2) / 7)), '0'],
  );
  assert.equal(
    (await asha.noticeTitles()).filter((title) => title.includes('apply for new shares, up to')).length,
    1,
  );
  const share = Number(app.market.ticker(ID).price) / Number(before);
  const theory = (7 + (2 * Number(issuePrice)) / Number(before)) / 9;
  assert.ok(Math.abs(share / theory - 1) < 0.1, `a share trades without the right: ${share} of ${theory}`);
  const [repriced] = await asha.list('gttList', { instrumentId: ID });
  assert.equal(repriced?.['quantity'], '1');
  const moved = Number(repriced?.['triggerPrice']) / trigger;
  assert.ok(Math.abs(moved / theory - 1) < 0.05, `and so does what is ordered of it: ${moved} of ${theory}`);
});

test('an application sets its money aside, may change until the close, and is one however often it is sent', async () => {
  const before = await cash(asha);
  const price = paise(await own(asha), 'priceIssue');
  const apply = (clientId: string, quantity: string) =>
    asha.call('rightsApply', { clientId, issueId: ISSUE, quantity });
  const first = await apply('rights-asha-1', '1');
  assert.equal(first.code, 0, JSON.stringify(first.body));
  assert.ok(recordOf(first.data['receipt'])['leafHash']);
  const again = await apply('rights-asha-1', '1');
  assert.deepEqual([again.code, again.data['duplicate']], [0, true]);
  assert.equal((await apply('rights-asha-1', '0')).reason, 'CLIENT_ID_REUSED');
  const applied = await own(asha);
  assert.deepEqual([applied['quantityApplied'], paise(applied, 'held')], ['1', price]);
  assert.equal(paise(before, 'available') - paise(await cash(asha), 'available'), price);
  assert.equal((await apply('rights-asha-2', '1000000')).reason, 'RIGHTS_MAX');
  assert.equal((await apply('rights-asha-3', '0')).code, 0);
  assert.equal(paise(await cash(asha), 'available'), paise(before, 'available'), 'withdrawn, and free again');
  assert.equal((await apply('rights-asha-4', '1')).code, 0);
  const assets = rowsOf(await asha.read('userAssets'), 'balances').map((row) => textOf(row, 'asset'));
  assert.ok(!assets.some((asset) => asset.startsWith('RE:')), 'an entitlement is no balance to spend');

  const bela = await trader.enter();
  assert.equal(
    (await bela.call('rightsApply', { clientId: 'rights-0001', issueId: ISSUE, quantity: '1' })).reason,
    'RIGHTS_UNKNOWN',
    'who came later is not entitled',
  );
  assert.equal(
    (await bela.call('rightsApply', { clientId: 'rights-0002', issueId: 'no-such', quantity: '1' })).reason,
    'RIGHTS_UNKNOWN',
  );
  auditBoth = await snapshotMidway(trader.database.pool);
});

test('who applies for less because of a loss is told of all that it took, once', async () => {
  const taken = async (shares: number | null): Promise<string[]> => {
    await trader.database.pool.query(
      "update entitlement set quantity_taken = $1 where issue_id like '%' || $2",
      [shares, ISSUE],
    );
    await look();
    await look();
    return (await asha.noticeTitles()).filter((title) => title.includes('fewer new shares'));
  };
  const of = (shares: number) => `SUTRATEK: your application is for ${shares} fewer new shares`;
  assert.deepEqual(await taken(null), []);
  assert.deepEqual(await taken(2), [of(2)]);
  assert.deepEqual((await taken(3)).toSorted(), [of(1), of(2)]);
  assert.equal((await taken(null)).length, 2);
});

test('on its last day who has something left to apply for is told once', async () => {
  await goTo(closesMs - 7 * 3_600_000);
  await look();
  await look();
  const left = Number((await own(asha))['quantity']) - 1;
  const told = (await asha.noticeTitles()).filter((title) => title.includes('last day'));
  assert.deepEqual(told, [`SUTRATEK: last day to apply for new shares, ${left} left`]);
});

test('at its close the money held pays, the shares come, the rest lapses, and it is told once', async () => {
  const before = { cash: await cash(asha), held: Number(textOf((await asha.holding(ID)) ?? {}, 'quantity')) };
  trader.advance(closesMs + 1_000 - trader.nowMs());
  // The server looks by itself as well, and may have been first.
  assert.notEqual((await own(asha))['state'], 'open');
  const late = await asha.call('rightsApply', { clientId: 'rights-late-1', issueId: ISSUE, quantity: '0' });
  assert.equal(late.reason, 'RIGHTS_CLOSED');
  await look();
  await look();
  const ended = await own(asha);
  assert.deepEqual([ended['state'], ended['quantityApplied'], ended['held']], ['ended', '1', '0.00']);
  const after = await asha.holding(ID);
  assert.deepEqual(
    [Number(textOf(after ?? {}, 'quantity')), textOf(after ?? {}, 'quantityUnsettled')],
    [before.held + 1, '1'],
  );
  assert.equal(paise(await cash(asha), 'available'), paise(before.cash, 'available'));
  assert.equal(
    (await asha.noticeTitles()).filter((title) => title.includes('new shares allotted: 1')).length,
    1,
  );
});

test('what a loss took after the last look before the close is told with the allotment, once', async () => {
  const { pool } = trader.database;
  const take = (shares: number | null) =>
    pool.query("update entitlement set quantity_taken = $1 where issue_id like '%' || $2", [shares, ISSUE]);
  await take(4);
  await pool.query('update corporate_action set closed_at = null where action_id = $1', [ISSUE]);
  await look();
  await look();
  await take(null);
  const ofLoss = (await asha.noticeTitles()).filter((title) => title.includes('allotted after a loss'));
  assert.deepEqual(ofLoss, ['SUTRATEK: 1 fewer new shares allotted after a loss'], 'three were told before');
});

test('the journal replays to what the tables hold, from a snapshot of the middle too', async () => {
  const { commands } = (await auditBoth?.()) ?? assert.fail('the middle was reached');
  assert.ok(commands > 10);
});
