/** "How this works" of each money and trading page, with the numbers that the rulebook gives for today. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPerson } from '../harness/browser.ts';
import { createClient, registerMember } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { assertWhole } from '../harness/staff.ts';
import { bengali, TOPICS, texts } from '../texts.ts';

const PAGES = {
  trade: '/pages/tabbar/trade',
  positions: '/pages/tabbar/position',
  assets: '/pages/user/assets',
  funds: '/pages/fundsDetail/stockFundsDetail',
  stock: '/pages/stock/stockKline?instrumentId=NSE_SIM%3AARUNA',
  coin: '/pages/coin/coinKline?instrumentId=COIN_SIM%3ABTC-USDT',
  invite: '/pages/user/invite',
} as const satisfies Readonly<Record<keyof typeof TOPICS, string>>;

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

for (const { language, theme, width, t } of [
  { language: 'en-US', theme: 'light', width: 320, t: texts },
  { language: 'bn-BN', theme: 'dark', width: 390, t: bengali },
] as const) {
  test(`each page says how it works, with every number of its sentences: ${language}`, async () => {
    const { session } = await registerMember(server.url);
    const person = await openPerson(browser, { url: server.url, session, language, theme, width });
    const { page } = person;
    for (const [topic, path] of Object.entries(PAGES)) {
      await person.open(path);
      await page.getByRole('button', { name: t.shell.howThisWorks, exact: true }).click();
      const sheet = page.getByRole('dialog', { name: t.how.title });
      await sheet.getByText(t.how.today).waitFor();
      const said = await sheet.getByRole('paragraph').allTextContents();
      const keys = TOPICS[topic as keyof typeof TOPICS];
      assert.equal(
        said.length,
        keys.length + 1,
        `${topic}: each sentence has its numbers: ${said.join(' | ')}`,
      );
      for (const [at, key] of keys.entries()) {
        const pattern = t.how[key]
          .replaceAll(/[.*+?^${}()|\\]/g, String.raw`\$&`)
          .replaceAll(/\[[\w\\.]+\]/g, '(.+)');
        assert.match(said[at] ?? '', new RegExp(`^${pattern}$`), `${topic} ${key}`);
      }
      await assertWhole(page);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    }
    await person.leave();
  });
}

test('the numbers are those of the rulebook call, and each rule leads to its version', async () => {
  const { session } = await registerMember(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  const { page } = person;
  const { rules } = await createClient(server.url).call('rulebook', {});
  const settlement = rules.find(({ rule }) => rule === 'settlementTimes')?.inForce;
  assert.ok(settlement !== undefined);
  await person.open(PAGES.positions);
  await page.getByRole('button', { name: texts.shell.howThisWorks, exact: true }).click();
  await page.getByRole('dialog').getByText('09:00 AM').first().waitFor();
  assert.equal(settlement.values.find(({ name }) => name === 'sellableFrom')?.value, '09:00');
  await page.getByRole('link', { name: texts.rulebook.rule_settlementTimes }).click();
  await page.waitForURL((url) => url.searchParams.get('version') === settlement.version);
  await person.leave();
});
