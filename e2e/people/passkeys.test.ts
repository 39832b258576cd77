/** Passkeys, with an authenticator that the browser itself stands in for. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { factorCode } from '../authenticator.ts';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenReady, whenStill } from '../harness/browser.ts';
import { registerMember } from '../harness/client.ts';
import { scanned } from '../harness/qr.ts';
import { root } from '../harness/root.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
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

interface Authenticator {
  readonly devtools: CDPSession;
  readonly authenticatorId: string;
}

/** Gives a page a device that verifies its person at once. */
async function withAuthenticator(page: Page): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
}

async function noFaults(page: Page): Promise<void> {
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await stickingOut(page), []);
}

for (const language of ['en-US', 'bn-BN'] as const) {
  test(`${language}: a passkey is added, signs in without a word typed, confirms, is renamed and removed`, async () => {
    const said = language === 'en-US' ? texts : bengali;
    const { security: words, account } = said;
    const theme = language === 'en-US' ? 'light' : 'dark';
    const member = await registerMember(server.url);
    const person = await openPerson(browser, {
      url: server.url,
      session: member.session,
      language,
      theme,
      width: 320,
    });
    const { page } = person;
    const { devtools, authenticatorId } = await withAuthenticator(page);
    await person.open('/pages/user/security');
    await page.getByRole('button', { name: words.passkeyAdd }).click();
    const sheet = page.getByRole('dialog', { name: words.stepUpTitle });
    await sheet.getByLabel(words.need_password).fill(member.password);
    await sheet.getByRole('button', { name: words.confirm }).click();
    await page.getByRole('heading', { name: words.codesTitle }).waitFor();
    await noFaults(page);
    await page.getByRole('button', { name: words.codesSaved }).click();
    await page.getByRole('button', { name: new RegExp(words.passkeyAddedAt) }).waitFor();
    await noFaults(page);
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
    assert.deepEqual(
      credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential]),
      [['localhost', true]],
    );
    await person.leave();

    const other = await openPerson(browser, {
      url: server.url,
      language,
      theme,
      width: 320,
      hasChosenLanguage: true,
    });
    const device = await withAuthenticator(other.page);
    for (const credential of credentials)
      await device.devtools.send('WebAuthn.addCredential', {
        authenticatorId: device.authenticatorId,
        credential,
      });
    await other.open('/pages/account/login?to=%2Fpages%2Fuser%2Fsecurity');
    await whenReady(other.page);
    await noFaults(other.page);
    await other.page.getByRole('button', { name: account.passkeyLogIn }).click();
    await other.page.waitForURL('**/pages/user/security');
    await other.page.getByRole('button', { name: new RegExp(words.passkeyUsedAt) }).click();
    await other.page.getByLabel(words.passkeyName).fill('Asha 7');
    await noFaults(other.page);
    await other.page.getByRole('button', { name: words.passkeySave }).click();
    await other.page.getByRole('button', { name: /Asha 7/ }).click();
    await other.page.getByRole('button', { name: words.passkeyRemove, exact: true }).click();
    const confirm = other.page.getByRole('dialog', { name: words.stepUpTitle });
    await confirm.getByLabel(words.need_password).fill(member.password);
    await confirm.getByRole('button', { name: words.confirm }).click();
    await confirm.getByRole('button', { name: words.passkeyUse }).waitFor();
    await noFaults(other.page);
    await confirm.getByRole('button', { name: words.passkeyUse }).click();
    await other.page.getByText(`${words.hold_factor}, ${words.holdUntil}`).waitFor();
    assert.equal(await other.page.getByRole('button', { name: /Asha 7/ }).count(), 0);
    await other.leave();
  });
}

test('a passkey that is gone from the account, and one that the device does not have, are told plainly', async () => {
  const member = await registerMember(server.url);
  const person = await openPerson(browser, { url: server.url, session: member.session });
  const { page } = person;
  const { devtools, authenticatorId } = await withAuthenticator(page);
  await person.open('/pages/user/security');
  await page.getByRole('button', { name: texts.security.passkeyAdd }).click();
  const sheet = page.getByRole('dialog', { name: texts.security.stepUpTitle });
  await sheet.getByLabel(texts.security.need_password).fill(member.password);
  await sheet.getByRole('button', { name: texts.security.confirm }).click();
  await page.getByRole('button', { name: texts.security.codesSaved }).click();
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
  await person.leave();

  const stranger = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const device = await withAuthenticator(stranger.page);
  await stranger.open('/pages/account/login');
  await stranger.page.getByRole('button', { name: texts.account.passkeyLogIn }).click();
  await stranger.page.getByText(texts.account.passkeyLeft).waitFor();
  const [credential] = credentials;
  assert.ok(credential);
  // A copy of the key whose counter stands where it stood before the last signature.
  await device.devtools.send('WebAuthn.addCredential', {
    authenticatorId: device.authenticatorId,
    credential: { ...credential, signCount: 5 },
  });
  await stranger.page.getByRole('button', { name: texts.account.passkeyLogIn }).click();
  await stranger.page.waitForURL('**/pages/tabbar/home');
  await stranger.leave();

  const copy = await openPerson(browser, { url: server.url, hasChosenLanguage: true });
  const second = await withAuthenticator(copy.page);
  await second.devtools.send('WebAuthn.addCredential', {
    authenticatorId: second.authenticatorId,
    credential: { ...credential, signCount: 2 },
  });
  await copy.open('/pages/account/login');
  await copy.page.getByRole('button', { name: texts.account.passkeyLogIn }).click();
  await copy.page.getByText('This passkey was not accepted.').waitFor();
  await noFaults(copy.page);
  await copy.leave();
});

test('no passkey is offered at a bare network address', async () => {
  const member = await registerMember(server.url);
  const bare = server.url.replace('localhost', '127.0.0.1');
  const person = await openPerson(browser, { url: bare, session: member.session });
  await person.open('/pages/user/security');
  await person.page.getByText(texts.security.totpDetail).waitFor();
  assert.equal(await person.page.getByRole('button', { name: texts.security.passkeyAdd }).count(), 0);
  await person.leave();
});

for (const language of ['en-US', 'bn-BN'] as const) {
  test(`${language}: the first person of the console adds a passkey and comes back with it alone`, async () => {
    const { console: words, consoleQueues } = language === 'en-US' ? texts : bengali;
    const name = language === 'en-US' ? 'first' : 'second';
    const command = [`${root}/scripts/console.ts`, 'add', name, '--roles', 'risk'];
    const env = { ...process.env, DATA_DIR: server.dataFolder };
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env });
    const theme = language === 'en-US' ? 'light' : 'dark';
    const staff = await openPerson(browser, {
      url: server.url,
      width: 1280,
      language,
      theme,
      hasChosenLanguage: true,
    });
    const { page } = staff;
    await withAuthenticator(page);
    await staff.open('/console');
    await page.getByRole('button', { name: words.invited }).click();
    await page.getByLabel(words.name, { exact: true }).fill(name);
    await page.getByLabel(words.invitation, { exact: true }).fill(stdout.trim().split('\n').at(-1) ?? '');
    await page.getByRole('button', { name: words.continue }).click();
    const key = ((await page.getByTestId('factor-key').textContent()) ?? '').replaceAll(/\s/g, '');
    const code = await scanned(page.getByRole('img', { name: words.keyCode }));
    assert.equal(new URL(code ?? '').searchParams.get('secret'), key);
    await noFaults(page);
    await page.getByLabel(words.newPassword, { exact: true }).fill('seven grey herons wade');
    const setUpAtMs = Date.now();
    await page.getByLabel(words.factor).fill(factorCode(key, setUpAtMs));
    await page.getByRole('button', { name: words.setUp }).click();
    await page.getByRole('link', { name: words.passkeys }).click();
    await page.getByText(words.passkeysNone).waitFor();
    await page.getByLabel(words.passkeyName).fill('Desk key');
    await page.getByLabel(words.password, { exact: true }).fill('seven grey herons wade');
    // The code of the set-up is used up: the next one is taken half a minute ahead.
    await page.getByLabel(words.factor).fill(factorCode(key, setUpAtMs + 30_000));
    await noFaults(page);
    await page.getByRole('button', { name: words.passkeyAdd }).click();
    await page.getByText('Desk key').waitFor();
    await noFaults(page);
    await page.getByRole('button', { name: words.signOut }).click();
    await page.getByRole('button', { name: words.passkeySignIn }).click();
    await page.getByRole('link', { name: words.log }).click();
    await page.getByText(consoleQueues.actPasskeyAdded).first().waitFor();
    await page.getByRole('link', { name: words.passkeys }).click();
    await page.getByRole('button', { name: new RegExp(`^${words.passkeyRemove}|Desk key`) }).click();
    await page.getByText(words.passkeysNone).waitFor();
    await page.getByRole('button', { name: words.signOut }).click();
    await page.getByRole('button', { name: words.passkeySignIn }).click();
    await page.getByText(language === 'en-US' ? 'This passkey was not accepted.' : /গ্রহণ করা হয়নি/).waitFor();
    await noFaults(page);
    await staff.leave();
  });
}
