/** A rights issue from its announcement to the shares: three days of one installation, a server for each. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, stickingOut, whenReady } from './harness/browser.ts';
import { noteTextsDrawn, whenDrawn } from './harness/canvas.ts';
import { createClient, enterDemo, type Guest } from './harness/client.ts';
import { factsOf, plainNumber } from './harness/screen.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { bengali, filled, texts } from './texts.ts';

const { market, documents, rights } = texts;
/**
 * The first issue of the calendar: one new share for five
 * held, on a share that every demo account begins with.
 */
const STOCK = 'NSE_SIM:URJANET';
const SYMBOL = 'URJANET';
const DAYS = {
  announced: Date.parse('2026-11-23T14:00:00+05:30'),
  open: Date.parse('2026-11-25T12:00:00+05:30'),
  closed: Date.parse('2026-12-07T17:01:00+05:30'),
} as const;

let browser: Browser;
let dataFolder: string;
let guest: Guest;
let server: RunningServer | undefined;
before(async () => {
  browser = await openBrowser();
  dataFolder = mkdtempSync(join(tmpdir(), 'tarazu-e2e-'));
});
after(async () => {
  await browser?.close();
  await server?.dispose();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** The same installation on another day. */
async function goTo(day: keyof typeof DAYS): Promise<RunningServer> {
  await server?.stop();
  server = await startServer({ dataFolder, aheadMs: DAYS[day] - Date.now() });
  return server;
}

const visit = async (url: string, language: 'en-US' | 'bn-BN' = 'en-US') =>
  await openPerson(browser, { url, language, session: guest.session });

async function rightsNow(url: string) {
  return (await createClient(url, guest.session.demoToken).call('rightsList', {})).list;
}

test('it is announced on the page of its share, and nobody can apply yet', async () => {
  const { url } = await goTo('announced');
  guest = await enterDemo(url);
  const person = await visit(url);
  const { page } = person;
  await person.open(`/pages/stock/stockKline?instrumentId=${STOCK}`);
  const action = page.getByRole('listitem').filter({ hasText: market.action_rights });
  await action.getByText(/1 new for every 5 held, at ₹/).waitFor();
  await action.getByText(market.actionAnnounced, { exact: true }).waitFor();
  await person.open('/pages/stock/rights');
  await page.getByText(rights.none).waitFor();
  await person.leave();
});

test('on its record date the holder finds it, applies, changes and withdraws', async () => {
  const { url } = await goTo('open');
  const [offered] = await rightsNow(url);
  assert.ok(offered !== undefined && Number(offered.quantity) >= 1, 'the demo account is entitled');
  const most = offered.quantity;
  const person = await visit(url);
  const { page } = person;
  await person.open('/pages/tabbar/position');
  await page.getByText(filled(rights.mayApply, { symbol: SYMBOL, quantity: most })).waitFor();
  await page.getByRole('link', { name: rights.apply }).click();
  const field = page.getByLabel(rights.quantityLabel);
  await field.waitFor();
  assert.equal(await field.inputValue(), most, 'all of it, unless one says otherwise');
  const issue = page.getByRole('listitem').filter({ hasText: SYMBOL });
  const facts = await factsOf(issue);
  const price = Number(plainNumber(facts.get(rights.issuePrice)));
  assert.equal(Number(plainNumber(facts.get(rights.setAsideAfter))), price * Number(most));

  await field.fill(String(Number(most) + 1));
  await page
    .getByRole('button', { name: filled(rights.applyFor, { quantity: String(Number(most) + 1) }) })
    .click();
  await page.getByText(filled(rights.quantityMissing, { quantity: most })).waitFor();
  assert.equal((await rightsNow(url))[0]?.quantityApplied, '0', 'nothing was sent');

  await field.fill('2');
  await page.getByRole('button', { name: filled(rights.applyFor, { quantity: '2' }) }).click();
  await page.getByText(filled(rights.doneApplied, { quantity: '2' })).waitFor();
  await page.getByText(rights.setAside, { exact: true }).waitFor();
  const applied = await factsOf(issue);
  assert.equal(Number(plainNumber(applied.get(rights.setAside))), price * 2);
  assert.equal(plainNumber(applied.get(rights.applied)), '2');

  await page.getByRole('button', { name: rights.withdraw }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: rights.withdraw }).click();
  await page.getByText(rights.doneWithdrawn).waitFor();
  assert.equal((await rightsNow(url))[0]?.held, '0.00');

  await page.getByRole('button', { name: filled(rights.applyFor, { quantity: most }) }).waitFor();
  await field.fill('1');
  await page.getByRole('button', { name: filled(rights.applyFor, { quantity: '1' }) }).click();
  await page
    .getByText(filled(rights.doneApplied, { quantity: '1' }))
    .first()
    .waitFor();
  assert.deepEqual(await stickingOut(page), []);
  await person.open(`/pages/stock/stockKline?instrumentId=${STOCK}`);
  const words = { symbol: SYMBOL, quantity: most, applied: '1' };
  await page.getByText(filled(rights.appliedFor, words)).waitFor();
  await person.leave();

  const reader = await visit(url, 'bn-BN');
  await reader.open('/pages/stock/rights');
  await reader.page.getByText(bengali.rights.how).waitFor();
  await whenReady(reader.page);
  assert.deepEqual(await stickingOut(reader.page), []);
  await reader.leave();
});

test('when it has closed the shares are there, the rest has lapsed, and records and chart say so', async () => {
  const { url } = await goTo('closed');
  const client = createClient(url, guest.session.demoToken);
  const person = await visit(url);
  const { page } = person;
  await person.open('/pages/stock/rights');
  const [ended] = await rightsNow(url);
  assert.ok(ended !== undefined);
  assert.deepEqual([ended.state, ended.quantityApplied], ['ended', '1']);
  const allotted = filled(rights.allotted, { applied: '1', quantity: ended.quantity });
  await page.getByText(new RegExp(`${allotted}.*${Number(ended.quantity) - 1} lapsed`)).waitFor();
  const { list } = await client.call('noticeList', {});
  assert.deepEqual(
    list.map(({ kind }) => kind).filter((kind) => kind.startsWith('rights')),
    ['rightsClosed', 'rightsGiven'],
    'told once of each',
  );
  const holding = (await client.call('stockHoldings', {})).list.find((one) => one.instrumentId === STOCK);
  assert.equal(holding?.quantityUnsettled, '1', 'the new share may be sold when it has settled');
  await person.open('/pages/user/statement');
  await page.getByText(filled(documents.rightsOf, { symbol: SYMBOL })).waitFor();
  await page.getByText(documents.kind_rights).first().waitFor();

  await noteTextsDrawn(page);
  await person.open(`/pages/stock/stockKline?instrumentId=${STOCK}`);
  await whenDrawn(page, market.mark_rights);
  await person.leave();
});
