/** The message centre: messages by topic, and topics without unread marks, in both languages. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenStill } from '../harness/browser.ts';
import { createClient, registerMember } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { withDatabase } from '../server-database.ts';
import { bengali, texts } from '../texts.ts';

const looks = [
  { language: 'en-US', theme: 'light', words: texts.content },
  { language: 'bn-BN', theme: 'dark', words: bengali.content },
] as const;

/** The work by time looks every ten seconds. */
const MAIL_MS_MAX = 120_000;

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

for (const { language, theme, words } of looks)
  test(`${language}: unread messages come by mail once a day, and one tap in the mail ends it`, async () => {
    const member = await registerMember(server.url);
    const { account, session } = member;
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    const { page } = person;
    await person.open('/pages/notice/list');
    await page.getByRole('button', { name: words.choices }).click();
    const schedule = page.getByRole('radiogroup', { name: words.digest });
    await schedule.getByRole('radio', { name: words.digest_morning }).click({ force: true });
    await page.getByText(words.digestNext.split('{email}')[0] ?? '').waitFor();
    await whenStill(page);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(await stickingOut(page), []);
    await person.leave();
    assert.equal((await member.real.call('digestInfo', {})).schedule, 'morning');

    // A morning later: what was written meanwhile is unread.
    await withDatabase(server.dataFolder, async (database) => {
      await database.query(
        `update mail_digest set next_at = now(), covered_until = now() - interval '1 day'
          where login_id = (select login_id from login where email = $1)`,
        [account],
      );
      await database.query(
        `update notice set created_at = created_at - interval '1 hour'
          where login_id = (select login_id from login where email = $1)`,
        [account],
      );
    });
    const link = await linkMailedTo(account);
    const stranger = await openPerson(browser, {
      url: server.url,
      hasChosenLanguage: true,
      language,
      theme,
      width: 320,
    });
    await stranger.open(link);
    assert.equal((await member.real.call('digestInfo', {})).schedule, 'morning', 'opening it ends nothing');
    await stranger.page.getByRole('button', { name: words.digestStop }).click();
    await stranger.page.getByText(words.digestStopped).waitFor();
    await whenStill(stranger.page);
    assert.deepEqual(await accessibilityFaults(stranger.page), []);
    assert.deepEqual(await stickingOut(stranger.page), []);
    await stranger.leave();
    assert.equal((await member.real.call('digestInfo', {})).schedule, 'off');
  });

test('without an address the settings lead to where one is added, and half a link says so', async () => {
  const { session } = await registerMember(server.url);
  await withDatabase(server.dataFolder, (database) =>
    database.query(
      `update login set email = null, phone = '+919812340001' where login_id = (select max(login_id) from login)`,
    ),
  );
  const { content: words } = texts;
  const person = await openPerson(browser, { url: server.url, session });
  await person.open('/pages/notice/list');
  await person.page.getByRole('button', { name: words.choices }).click();
  await person.page.getByRole('link', { name: words.digestAddEmail }).click();
  await person.page.waitForURL('**/pages/user/contact?kind=email');
  await person.open('/pages/notice/digest');
  await person.page.getByText(words.digestLinkMissing).waitFor();
  await person.open(`/pages/notice/digest?link=${'a'.repeat(60)}`);
  await person.page.getByRole('button', { name: words.digestStop }).click();
  await person.page.getByText('This link is incomplete or has expired.').waitFor();
  await person.leave();
});

/** The link of the newest digest, when it has come. */
async function linkMailedTo(account: string): Promise<string> {
  const visitor = createClient(server.url);
  const lastMs = Date.now() + MAIL_MS_MAX;
  while (Date.now() < lastMs) {
    const { list } = await visitor.call('sandboxOutbox', {});
    const mail = list.find(({ to, text }) => to === account && text.includes('/pages/notice/digest'));
    const link = /\/pages\/notice\/digest\?link=[\w-]+/.exec(mail?.text ?? '')?.[0];
    if (link !== undefined) return link;
    await delay(500);
  }
  throw new Error('Condition: a digest is mailed');
}
