/**
 * A portfolio over days: the curve, the returns, the calendar and what brought them, each figure the one that
 * the server stored; the positions sorted, in money and percent; holdings on Home.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson } from '../harness/browser.ts';
import { createClient, type Guest } from '../harness/client.ts';
import { openGuestWithHistory } from '../harness/history.ts';
import { plainNumber } from '../harness/screen.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { filled, texts } from '../texts.ts';

const { glossary, portfolio, shell, trade, home } = texts;
const ASK_AGAIN_MS = 1_000;
const DAY_MS = 86_400_000;
const dataFolder = mkdtempSync(join(tmpdir(), 'tarazu-e2e-portfolio-'));

let server: RunningServer;
let browser: Browser;
let guest: Guest;
/** Traded on one day; the rest is seen two days later. */
before(async () => {
  browser = await openBrowser();
  server = await startServer({ dataFolder });
  guest = await openGuestWithHistory(server.url);
  await server.stop();
  server = await startServer({ dataFolder, aheadMs: 2 * DAY_MS });
});
after(async () => {
  await browser?.close();
  await server?.dispose();
  rmSync(dataFolder, { recursive: true, force: true });
});

test('the curve, the returns and the calendar are those that were stored', async () => {
  const client = createClient(server.url, guest.session.demoToken);
  // The days are written behind the start; the test's end is its time limit.
  const month = new Date(Date.now() + 19_800_000).toISOString().slice(0, 7);
  let stored = await client.call('userPortfolioHistory', { range: 'all' });
  while (stored.list.length < 4) {
    await delay(ASK_AGAIN_MS);
    stored = await client.call('userPortfolioHistory', { range: 'all' });
  }
  const days = await client.call('userPortfolioDays', { month });

  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/tabbar/position');
  await page.getByRole('link', { name: trade.toPortfolio }).click();
  await page.getByRole('radio', { name: portfolio.range_all }).check();
  const worth = page.getByRole('region', { name: portfolio.total });
  await worth.getByText(portfolio.since_all).waitFor();
  const curve = worth.getByRole('slider');
  await curve.focus();
  await page.keyboard.press('Home');
  const first = stored.list[0]?.value ?? '';
  await worth.getByText(`₹${withCommas(first)}`).waitFor();
  await page.keyboard.press('ArrowRight');
  const second = stored.list[1]?.value ?? '';
  await worth.getByText(`₹${withCommas(second)}`).waitFor();
  await page.getByRole('radio', { name: portfolio.range_1d }).check();
  await worth.getByText(portfolio.since_1d).waitFor();
  await page.getByText(portfolio.curveNoteDay).waitFor();
  const { list: today } = await client.call('userPortfolioHistory', { range: '1d' });
  const points = Number(await curve.getAttribute('aria-valuemax')) + 1;
  assert.ok(points === today.length || points === today.length - 1, `${points} of ${today.length}`);
  await page.getByRole('radio', { name: portfolio.range_all }).check();

  const last = days.list.at(-1);
  if (last !== undefined) {
    const date = last.day.split('-').reverse().join('-');
    const cell = page.getByRole('button', { name: new RegExp(`^${date}: `) });
    const [, profit = ''] = ((await cell.locator('span').first().textContent()) ?? '').split(': ');
    assert.equal(plainNumber(profit), last.profit);
    await cell.click();
    assert.equal(await cell.getAttribute('aria-pressed'), 'true');
  }
  await page.getByText(portfolio.xirr, { exact: true }).waitFor();
  for (const term of ['invested', 'unrealised', 'realised', 'xirr'] as const) {
    await page
      .getByRole('button', { name: filled(shell.helpOn, { term: portfolio[term] }), exact: true })
      .click();
    await page.getByRole('dialog', { name: glossary[`term_${term}`] }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.getByRole('heading', { name: portfolio.allocation }).waitFor();
  await page.getByRole('list', { name: portfolio.contributions }).getByRole('link').first().waitFor();
  assert.deepEqual(person.troubles, []);
  await person.leave();
});

function withCommas(value: string): string {
  const [whole = '', fraction = ''] = value.split('.');
  const head = whole.slice(0, -3).replace(/\B(?=(\d{2})+(?!\d))/g, ',');
  return `${head === '' ? '' : `${head},`}${whole.slice(-3)}.${fraction}`;
}

test('positions are sorted by name and told in percent, and Home shows the largest holdings', async () => {
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/tabbar/position');
  const list = page.getByRole('list', { name: trade.stocks });
  await list.getByRole('button').first().waitFor();
  await page.getByRole('button', { name: new RegExp(trade.sortPositions_value) }).click();
  await page.getByRole('button', { name: trade.sortPositions_name, exact: true }).click();
  const names = async () =>
    (await list.getByRole('button').allInnerTexts()).map((text) =>
      text.split('\n').find((line) => /^[A-Z]{4,}/.test(line)),
    );
  const shown = await names();
  assert.ok(shown.length > 1);
  assert.deepEqual(shown, [...shown].sort());
  await page.getByRole('radio', { name: '%' }).check();
  for (const text of await list.getByRole('button').allInnerTexts()) assert.match(text, /%/);

  await person.open('/pages/tabbar/home');
  const holdings = page.getByRole('list', { name: home.holdings });
  await holdings.getByRole('link').first().waitFor();
  await page.getByRole('link', { name: home.toPortfolio }).click();
  await page.getByRole('region', { name: portfolio.total }).waitFor();
  assert.deepEqual(person.troubles, []);
  await person.leave();
});
