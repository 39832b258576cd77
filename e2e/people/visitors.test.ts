/** Visitors, and the side menu of who is signed in and who is not. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenReady, whenStill } from '../harness/browser.ts';
import { enterDemo, registerMember } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { withDatabase } from '../server-database.ts';
import { bengali, texts } from '../texts.ts';

const SHARE = '/pages/stock/stockKline?instrumentId=NSE_SIM:ARUNA';
const SPOKEN = { 'en-US': texts, 'bn-BN': bengali } as const;
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

for (const { language, theme } of looks) {
  test(`${language}: a shared link leads a visitor to login, and one tap into the demo to the share`, async () => {
    const { shell, account } = SPOKEN[language];
    const person = await openPerson(browser, { url: server.url, language, theme, width: 320 });
    const { page } = person;
    const told = page.getByRole('status').filter({ hasText: shell.logInFirst }).waitFor();
    await person.open(SHARE);
    await page.waitForURL('**/pages/account/login?to=**');
    await told;
    await page.getByRole('button', { name: account.enterDemo }).click();
    await page.waitForURL('**/pages/stock/stockKline**');
    await page.getByText(shell.demoFrame).waitFor();
    await person.leave();
  });
}

const OPEN = ['user/about', 'common/companyIntroduction', 'common/loanService'];
const SHUT = ['tabbar/home', 'stock/search', 'news/list'];

test('a visitor opens the pages that say how we work, and no other', async () => {
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = person;
  for (const name of OPEN) {
    await person.open(`/pages/${name}`);
    await whenReady(page);
    assert.match(page.url(), new RegExp(`/pages/${name}$`));
  }
  for (const name of SHUT) {
    await person.open(`/pages/${name}`);
    await page.waitForURL('**/pages/account/login?to=**');
    assert.match(decodeURIComponent(page.url()), new RegExp(`to=/pages/${name}$`));
  }
  await page.getByRole('button', { name: texts.shell.back }).click();
  await page.waitForURL('**/pages/common/welcome');
  await person.leave();
});

test('a page that is left open after its session ended leads to login with -1000', async () => {
  const person = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const { page } = person;
  await person.open('/pages/user/about');
  await whenReady(page);
  await page.evaluate(() => {
    const user = { id: '1', account: 'x', status: 1, idStatus: 'none' };
    const kept = (value: unknown) => JSON.stringify({ state: { value }, version: 1 });
    localStorage.setItem('tarazu.userToken', kept({ demo: 'nobody-knows-this-token' }));
    localStorage.setItem('tarazu.userAccountType', kept('demo'));
    localStorage.setItem('tarazu.userInfo', kept(user));
  });
  await person.open('/pages/user/userInfo');
  await page.waitForURL('**/pages/account/login?to=**');
  await person.leave();
});

for (const { language, theme } of looks) {
  test(`${language}: an empty login info shows the menu signed out, and the page stays`, async () => {
    const { shell } = SPOKEN[language];
    const { session } = await enterDemo(server.url);
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    const { page } = person;
    await person.open('/pages/tabbar/markets');
    await whenReady(page);
    const asked = await loginInfosAsked(page);
    await page.route('**/user/login/info', (route) =>
      route.fulfill({ json: { code: 0, msg: 'success', data: {}, requestId: 'r' } }),
    );
    await page.getByRole('button', { name: shell.openMenu }).click();
    const menu = page.getByRole('dialog', { name: shell.menu });
    await menu.getByRole('link', { name: shell.loginOrRegister }).waitFor();
    assert.match(page.url(), /\/pages\/tabbar\/markets/);
    assert.equal(await menu.getByText(shell.signOut).count(), 0);
    await whenStill(page);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: shell.openMenu }).click();
    await menu.waitFor();
    assert.equal(asked(), 2, 'asked at each opening, also by who is signed out');
    await person.leave();
  });
}

const IDENTITY = [
  ['none', 'idNone'],
  ['pending', 'idPending'],
  ['succ', 'verified'],
  ['fail', 'idFail'],
] as const;

for (const { language, theme } of looks) {
  test(`${language}: menu and Mine say each state of identity`, async () => {
    const { shell } = SPOKEN[language];
    const { session } = await registerMember(server.url);
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    const { page } = person;
    for (const [state, label] of language === 'en-US' ? IDENTITY : IDENTITY.slice(-1)) {
      await withDatabase(server.dataFolder, (client) =>
        client.query('update login set identity_status = $2 where user_id = $1', [session.user.id, state]),
      );
      await person.open('/pages/tabbar/mine');
      await page.getByRole('link').filter({ hasText: shell[label] }).first().waitFor();
      await page.getByRole('button', { name: shell.openMenu }).click();
      const menu = page.getByRole('dialog', { name: shell.menu });
      await menu.getByText(shell[label], { exact: true }).waitFor();
    }
    await whenStill(page);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(await stickingOut(page), []);
    await person.leave();
  });
}

/** Counts the calls of login info from now on. */
async function loginInfosAsked(page: Page): Promise<() => number> {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/user/login/info')) count += 1;
  });
  return () => count;
}
