/** The message centre: messages by topic, and topics without unread marks, in both languages. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenStill } from '../harness/browser.ts';
import { registerMember } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, texts } from '../texts.ts';

const looks = [
  { language: 'en-US', theme: 'light', words: texts.content },
  { language: 'bn-BN', theme: 'dark', words: bengali.content },
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

for (const { language, theme, words } of looks)
  test(`${language}: messages are filtered by topic at 320 px, and a topic goes quiet and comes back`, async () => {
    const { session } = await registerMember(server.url);
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    const { page } = person;
    const assertWhole = async () => {
      await whenStill(page);
      assert.deepEqual(await accessibilityFaults(page), []);
      assert.deepEqual(await stickingOut(page), []);
    };
    await person.open('/pages/notice/list');
    await page.getByRole('radio', { name: words.topic_alerts }).check({ force: true });
    await page.getByText(words.noTopic).waitFor();
    await assertWhole();
    await page.getByRole('radio', { name: words.topic_account }).check({ force: true });
    await page.getByRole('list', { name: words.personal }).getByRole('listitem').first().waitFor();
    const orders = page.getByRole('switch', { name: words.topic_orders });
    for (const isMarked of [false, true]) {
      await page.getByRole('button', { name: words.choices }).click();
      // The answer to the opening is another than that which follows the choice.
      await orders.waitFor({ state: 'attached' });
      const read = page.waitForResponse((response) => response.url().includes('/notice/choices'));
      await orders.click({ force: true });
      await read;
      await assertWhole();
      await page.reload();
      await page.getByRole('button', { name: words.choices }).click();
      await orders.waitFor({ state: 'attached' });
      assert.equal(await orders.isChecked(), isMarked);
      await page.reload();
    }
    await person.leave();
  });
