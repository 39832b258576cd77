/** An invitation: its link and QR code, a friend who registers with it days later, and what the host sees. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenReady, whenStill } from '../harness/browser.ts';
import { createClient, enterDemo, readCode, registerMember } from '../harness/client.ts';
import { scanned } from '../harness/qr.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { withDatabase } from '../server-database.ts';
import { bengali, texts } from '../texts.ts';

const { account: words, invite } = texts;
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

/** Opens the link, goes away, and registers on a later visit, at which the address names no code. */
async function join(link: string): Promise<void> {
  const friend = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = friend;
  await page.goto(link);
  await whenReady(page);
  await friend.open('/pages/account/reg');
  const account = `friend-${randomUUID().slice(0, 8)}@journeys.example`;
  await page.getByRole('radio', { name: words.email }).check();
  await page.getByLabel(words.emailLabel).fill(account);
  await page.getByRole('button', { name: words.sendCode }).click();
  await page.getByText(/Sent to/).waitFor();
  await page.getByRole('textbox', { name: words.code, exact: true }).click();
  await page.keyboard.type(await readCode(createClient(server.url), account));
  await page.getByLabel(words.newPassword, { exact: true }).fill('Weighing-2026');
  await page.getByLabel(words.passwordAgain).fill('Weighing-2026');
  assert.equal(
    await page.getByLabel(words.inviteCode).inputValue(),
    new URL(link).searchParams.get('invite'),
  );
  await page.locator('label', { has: page.getByRole('checkbox') }).click({ position: { x: 12, y: 12 } });
  await page.getByRole('button', { name: words.openAccount }).click();
  await page.waitForURL('**/pages/tabbar/home');
  await friend.leave();
}

test('a friend registers with the code of an earlier visit, and the host sees it', async () => {
  const { session } = await registerMember(server.url);
  const host = await openPerson(browser, { url: server.url, session, width: 320 });
  const { page } = host;
  await host.open('/pages/user/invite');
  await page.getByText(invite.none).waitFor();
  const link = await scanned(page.getByRole('img', { name: invite.qr }));
  assert.match(link ?? '', /\/pages\/account\/reg\?invite=[2-9A-Z]{8}$/);
  await page.getByText(link ?? '', { exact: true }).waitFor();
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await stickingOut(page), []);
  await join(link ?? '');
  await page.reload();
  const friends = page.getByRole('list', { name: invite.friends });
  await friends.getByText('f***@journeys.example').waitFor();
  await friends.getByText(invite.state_registered).waitFor();
  await host.leave();

  const dark = { language: 'bn-BN', theme: 'dark' } as const;
  const other = await openPerson(browser, { url: server.url, session, width: 320, ...dark });
  await other.open('/pages/user/invite');
  await other.page.getByText(bengali.invite.state_registered, { exact: true }).waitFor();
  await whenStill(other.page);
  assert.deepEqual(await accessibilityFaults(other.page), []);
  assert.deepEqual(await stickingOut(other.page), []);
  await other.leave();
});

test('friends beyond a page are read by a tap, also at 320 px', async () => {
  const { session, account } = await registerMember(server.url);
  await withDatabase(server.dataFolder, (database) =>
    database.query(
      `insert into login (user_id, guest, email, password_hash, language, country, invite_code, invited_by, registered_at)
         select (900000000 + n)::text, false, 'guest-' || n || '@mail.example', 'x', 'en-US', 'IN', 'page-' || n, login_id, now()
           from login, generate_series(1, 25) as n where email = $1`,
      [account],
    ),
  );
  const host = await openPerson(browser, { url: server.url, session, width: 320 });
  await host.open('/pages/user/invite');
  const friends = host.page.getByRole('list', { name: invite.friends }).getByRole('listitem');
  const more = host.page.getByRole('button', { name: texts.shell.more });
  await more.waitFor();
  assert.equal(await friends.count(), 20);
  await more.click();
  await more.waitFor({ state: 'detached' });
  assert.equal(await friends.count(), 25);
  await whenStill(host.page);
  assert.deepEqual(await accessibilityFaults(host.page), []);
  await host.leave();
});

test('a guest is led to the registration', async () => {
  const { session } = await enterDemo(server.url);
  const person = await openPerson(browser, { url: server.url, session });
  await person.open('/pages/user/invite');
  await person.page.getByText(invite.guest).waitFor();
  assert.equal(
    await person.page.getByRole('link', { name: invite.register }).getAttribute('href'),
    '/pages/account/reg',
  );
  await person.leave();
});
