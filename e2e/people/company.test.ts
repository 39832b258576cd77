/** The pages on the company, loans and installing, open to visitors, and the credit score. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenReady } from '../harness/browser.ts';
import { registerMember } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, texts } from '../texts.ts';

/** An e-mail address confirmed, and the points that everybody begins with. */
const SCORE_SAID = { 'en-US': 'Score 44 of 100, Risk', 'bn-BN': /৪৪/ } as const;
const SECOND_FACTOR = {
  'en-US': texts.score.kind_secondFactor,
  'bn-BN': bengali.score.kind_secondFactor,
} as const;
const looks = [
  { language: 'en-US', theme: 'light' },
  { language: 'bn-BN', theme: 'dark' },
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

const PUBLIC = ['companyIntroduction', 'download', 'androidAPP', 'iosAPP', 'loanService'];

for (const { language, theme } of looks) {
  test(`${language}: company, loan and install pages fit 320 px, open to visitors, and so does the score`, async () => {
    const visitor = await openPerson(browser, { url: server.url, language, theme, width: 320 });
    for (const name of PUBLIC) {
      await visitor.open(`/pages/common/${name}`);
      await whenReady(visitor.page);
      await visitor.page.locator('h1').first().waitFor();
      assert.deepEqual(await accessibilityFaults(visitor.page), [], name);
      assert.deepEqual(await stickingOut(visitor.page), [], name);
    }
    await visitor.leave();
    const { session } = await registerMember(server.url);
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    const { page } = person;
    await person.open('/pages/user/creditScore');
    await page.getByRole('img', { name: SCORE_SAID[language] }).waitFor();
    const security = page.locator('summary').nth(4);
    await security.focus();
    await page.keyboard.press('Enter');
    await page.getByText(SECOND_FACTOR[language]).first().waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(await stickingOut(page), []);
    await person.leave();
  });
}

test('the browser’s own install prompt is asked by the button, once', async () => {
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = person;
  await person.open('/pages/common/download');
  await page.getByText(texts.company.noPrompt).waitFor();
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.body.dataset['asked'] = String(Number(document.body.dataset['asked'] ?? '0') + 1);
        return { outcome: 'accepted' };
      },
    });
    window.dispatchEvent(offer);
  });
  await page.getByRole('button', { name: texts.company.install }).click();
  await page.getByText(texts.company.installed).waitFor();
  assert.equal(await page.evaluate(() => document.body.dataset['asked']), '1');
  await person.leave();
});
