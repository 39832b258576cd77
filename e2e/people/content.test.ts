/** A notice and news that staff write in the console, and customers read in both languages until they end. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenStill } from '../harness/browser.ts';
import { registerMember } from '../harness/client.ts';
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

const [t, c, q] = [texts.console, texts.consoleContent, texts.consoleQueues];
const TITLES = { english: 'Trading stops early on Sunday', bengali: 'রবিবার আগে লেনদেন শেষ' };
const SHARE = 'NSE_SIM:ARUNA';

async function write(page: Page, kind: string): Promise<void> {
  await page.getByRole('link', { name: t.writeContent }).click();
  if (kind !== c.kind_news) {
    await page.getByRole('button', { name: c.kind, exact: true }).click();
    await page.getByRole('button', { name: kind }).click();
  }
  await page.getByLabel(c.titleEnglish).fill(TITLES.english);
  await page.getByLabel(c.titleBengali).fill(TITLES.bengali);
  if (kind === c.kind_news) {
    await page.getByLabel(c.summaryEnglish).fill('The exchange closes at 13:00.');
    await page.getByLabel(c.summaryBengali).fill('এক্সচেঞ্জ দুপুর ১টায় বন্ধ হয়।');
  }
  await page.getByLabel(c.bodyEnglish).fill('<p>Open until <strong>13:00</strong>.</p><script>x</script>');
  await page.getByLabel(c.bodyBengali).fill('<p>দুপুর <strong>১টা</strong> পর্যন্ত খোলা।</p>');
  await page.getByLabel(c.instruments).fill(SHARE);
  await page.getByRole('button', { name: c.showPreview }).click();
  await page.getByText(/<script> is not taken here/).waitFor();
  await page
    .getByLabel(c.bodyEnglish)
    .fill('<p>Open until <strong>13:00</strong>.</p><p><a href="/pages/news/list">More news</a></p>');
  await page.getByRole('button', { name: c.showPreview }).click();
  await page.getByRole('region', { name: c.previewBengali }).locator('strong', { hasText: '১টা' }).waitFor();
  await assertWhole(page);
  await page.getByRole('button', { name: c.saveDraft }).click();
  await page.getByRole('heading', { name: TITLES.english, level: 2 }).waitFor();
  await assertWhole(page);
}

async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByText(t.wasDone, { exact: true }).first().waitFor();
}

test('staff write, preview and publish; customers read it at 320 px, and not after it has ended', async () => {
  const staff = await enterConsole({ browser, server }, { name: 'asha', roles: 'content' });
  const { page } = staff;
  await write(page, c.kind_notice);
  await act(page, q.contentPublish);
  await page.getByRole('button', { name: q.contentEnd, exact: true }).waitFor();
  const noticeUrl = page.url();
  await write(page, c.kind_news);
  await act(page, q.contentPublish);

  const looks = [
    { language: 'en-US', theme: 'light', words: texts.content, title: TITLES.english, time: '13:00' },
    { language: 'bn-BN', theme: 'dark', words: bengali.content, title: TITLES.bengali, time: '১টা' },
  ] as const;
  for (const { language, theme, words, title, time } of looks) {
    const { session } = await registerMember(server.url);
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    const reader = person.page;
    const whole = async () => {
      await whenStill(reader);
      assert.deepEqual(await accessibilityFaults(reader), []);
      assert.deepEqual(await stickingOut(reader), []);
    };
    await person.open('/pages/notice/list');
    await reader.getByRole('tab', { name: words.platform }).click();
    await reader.getByRole('link', { name: new RegExp(title) }).click();
    await reader.locator('strong', { hasText: time }).waitFor();
    await reader.getByRole('link', { name: 'ARUNA' }).waitFor();
    await whole();
    await person.open('/pages/news/list');
    await reader.getByRole('link', { name: new RegExp(title) }).click();
    await reader.locator('strong', { hasText: time }).waitFor();
    await whole();
    await person.leave();
  }

  await page.goto(noticeUrl);
  await page.getByRole('button', { name: q.contentEnd, exact: true }).click();
  await page.getByRole('button', { name: q.contentEnd, exact: true }).click();
  await page.getByText(t.wasDone, { exact: true }).first().waitFor();
  const { session } = await registerMember(server.url);
  const late = await openPerson(browser, { url: server.url, session, width: 320 });
  await late.open('/pages/notice/list');
  await late.page.getByRole('tab', { name: texts.content.platform }).click();
  await late.page.getByRole('list', { name: texts.content.platform }).getByRole('listitem').first().waitFor();
  assert.equal(await late.page.getByText(TITLES.english).count(), 0);
  await late.leave();
  await staff.leave();
});
