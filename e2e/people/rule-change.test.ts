/** A rule that two people of staff change, each in a browser of their own, and that everybody reads ahead. */
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson, whenReady } from '../harness/browser.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { assertWhole, enterConsole } from '../harness/staff.ts';
import { bengali, texts } from '../texts.ts';

let server: RunningServer;
let browser: Browser;
before(async () => {
  server = await startServer();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.dispose();
});

test('one proposes in English, another publishes in Bengali, and a visitor sees what will change', async () => {
  const [t, q] = [texts.console, texts.consoleQueues];
  const risk = await enterConsole({ browser, server }, { name: 'asha', roles: 'risk' });
  const { page } = risk;
  await page.getByRole('link', { name: t.changeRules }).click();
  await page.getByRole('button', { name: t.rule, exact: true }).click();
  await page.getByRole('button', { name: texts.rulebook.rule_stockCharges }).click();
  await page.getByLabel(texts.rulebook.field_brokerage, { exact: true }).fill('12.50');
  await page.getByLabel(t.sourceEnglish).fill('Circular 12 of the exchange');
  await page.getByLabel(t.sourceBengali).fill('এক্সচেঞ্জের ১২ নম্বর সার্কুলার');
  await assertWhole(page);
  await page.getByRole('button', { name: t.ruleCheck }).click();
  await page.getByRole('cell', { name: '₹12.50' }).waitFor();
  await assertWhole(page);
  await page.getByRole('button', { name: t.rulePropose }).click();
  await page.getByRole('heading', { name: texts.rulebook.rule_stockCharges, level: 2 }).waitFor();
  await page.getByText(new RegExp(`${q.rulesPublish}: ${t.barredOwnDecision}`)).waitFor();
  await assertWhole(page);
  await risk.leave();

  const [b, r] = [bengali.console, bengali.consoleQueues];
  const other = await enterConsole(
    { browser, server },
    { name: 'ravi', roles: 'compliance', language: 'bn-BN', theme: 'dark' },
  );
  await other.page.getByRole('link', { name: new RegExp(`^${r.rules}`) }).click();
  await other.page.getByRole('link', { name: new RegExp(bengali.rulebook.rule_stockCharges) }).click();
  await other.page.getByText('এক্সচেঞ্জের ১২ নম্বর সার্কুলার').waitFor();
  await other.page.getByRole('button', { name: r.rulesPublish }).click();
  await assertWhole(other.page);
  await other.page.getByRole('button', { name: r.rulesPublish }).click();
  await other.page.getByText(b.wasDone, { exact: true }).first().waitFor();
  await other.leave();

  const visitor = await openPerson(browser, { url: server.url, width: 320 });
  await visitor.open('/pages/common/rulebook');
  await whenReady(visitor.page);
  await visitor.page.locator('summary', { hasText: texts.rulebook.rule_stockCharges }).click();
  await visitor.page.getByRole('link', { name: /^What changes on/ }).click();
  await visitor.page.getByRole('heading', { name: texts.rulebook.rule_stockCharges }).waitFor();
  await visitor.page.getByRole('cell', { name: '₹12.50' }).waitFor();
  await visitor.leave();
});
