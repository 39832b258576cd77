/** The public rulebook: whole for a visitor, by day and between two days, every name in words. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenReady } from '../harness/browser.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, RULE_FAMILIES, texts } from '../texts.ts';

const PAGE = '/pages/common/rulebook';
const looks = [
  { language: 'en-US', theme: 'light', words: texts.rulebook },
  { language: 'bn-BN', theme: 'dark', words: bengali.rulebook },
] as const;

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

test('every rule with dates, its tables, fields and choices have names in words', () => {
  const isNamed = (part: string, name: string) => Object.hasOwn(texts.rulebook, `${part}_${name}`);
  for (const { name, form } of RULE_FAMILIES) {
    assert.ok(isNamed('rule', name), name);
    const columns = [...form.fields, ...form.tables.flatMap((table) => table.columns)];
    for (const table of form.tables) assert.ok(isNamed('table', table.name), table.name);
    for (const { name: field, choices = [] } of columns) {
      assert.ok(isNamed('field', field), field);
      for (const choice of choices) assert.ok(isNamed('value', choice), choice);
    }
  }
});

for (const { language, theme, words } of looks)
  test(`${language}: a visitor reads every rule of a day at 320 px, and what two days differ in`, async () => {
    const visitor = await openPerson(browser, { url: server.url, language, theme, width: 320 });
    const { page } = visitor;
    await visitor.open(PAGE);
    await whenReady(page);
    const lines = page.locator('summary');
    await lines.first().waitFor();
    for (const line of await lines.all()) await line.click();
    // The bar at the top covers whatever is scrolled below it, which is no target then.
    await page.evaluate(() => scrollTo(0, 0));
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(await stickingOut(page), []);
    const cells = await page
      .locator('main :is(dt, dd, th, td, caption, h2, h4, summary span)')
      .allTextContents();
    // A name that has no words is shown as code writes it.
    assert.deepEqual(
      cells.filter((cell) => /^[a-z]+([A-Z][a-z]*)+$/.test(cell)),
      [],
    );

    await visitor.open(`${PAGE}?day=2026-08-02&with=2026-08-03`);
    await page.getByRole('heading', { name: words.rule_sessions }).waitFor();
    assert.equal(await page.getByRole('heading', { level: 2 }).count(), 1, 'nothing else changed that day');
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(await stickingOut(page), []);

    await visitor.open(`${PAGE}?version=stock-2026-04-01-intraday`);
    await page.getByRole('heading', { name: words.rule_stockCharges }).waitFor();
    await page.getByRole('link', { name: words.allVersions }).click();
    await page.waitForURL(/rule=stockCharges/);
    await page.getByRole('link', { name: words.wholeRulebook }).click();
    await page.getByLabel(words.day, { exact: true }).waitFor();
    await visitor.open(`${PAGE}?version=nothing-of-this`);
    await page.getByText(words.unknownVersion).waitFor();
    await visitor.leave();
  });
