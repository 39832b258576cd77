/** A correction of money that one person of staff proposes, another one agrees to, and its customer reads. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenStill } from '../harness/browser.ts';
import { newClientId, registerMember } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { assertWhole, enterConsole, STAFF_PASSWORD } from '../harness/staff.ts';
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

const WORDS = 'Your deposit of Monday was not booked.';

test('treasury proposes in English, risk agrees in Bengali, and the customer sees what came and why', async () => {
  const member = await registerMember(server.url);
  const { id: userId } = await member.real.call('userInfo', {});
  const sent = await member.real.call('chatSend', { clientId: newClientId(), text: 'Where is my deposit?' });
  const [t, c, w] = [texts.console, texts.consoleCorrection, texts.consoleCustomer];
  const treasury = await enterConsole({ browser, server }, { name: 'asha', roles: 'treasury' });
  const { page } = treasury;
  await page.getByRole('link', { name: t.customers, exact: true }).click();
  await page.getByLabel(w.search, { exact: true }).fill(userId ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: new RegExp(userId ?? '') }).click();
  await page.getByRole('link', { name: w.part_money, exact: true }).click();
  await page.getByRole('button', { name: c.open }).click();
  await page.getByLabel(c.amount.replace('{asset}', 'INR')).fill('250.50');
  await page.getByRole('button', { name: c.house, exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${c.house_outside}`) }).click();
  await page.getByLabel(c.reference, { exact: true }).fill('HDFC526331234567');
  await page.getByLabel(c.ticket, { exact: true }).fill(sent.thread.id);
  await page.getByLabel(c.why).fill(WORDS);
  await page.getByRole('heading', { name: c.titleReal }).waitFor();
  await assertWhole(page);
  await page.getByRole('button', { name: c.propose }).click();
  const post = new RegExp(`${texts.consoleQueues.correctionsPost}: ${t.barredRole}`);
  await page.getByText(post).waitFor();
  await assertWhole(page);
  await treasury.leave();

  const q = bengali.consoleQueues;
  const risk = await enterConsole(
    { browser, server },
    { name: 'ravi', roles: 'risk', language: 'bn-BN', theme: 'dark' },
  );
  await risk.page.getByRole('link', { name: new RegExp(`^${q.corrections}`) }).click();
  await risk.page.getByRole('link', { name: new RegExp(userId ?? '') }).click();
  await risk.page.getByText(WORDS).waitFor();
  await risk.page.getByText('HDFC526331234567').waitFor();
  await risk.page.getByRole('button', { name: q.correctionsPost }).click();
  await risk.page.getByLabel(bengali.console.password, { exact: true }).fill(STAFF_PASSWORD);
  await risk.page.getByLabel(bengali.console.factor).fill(risk.nextCode());
  await assertWhole(risk.page);
  await risk.page.getByRole('button', { name: q.correctionsPost }).click();
  await risk.page.getByText(q.correctionsPosted, { exact: true }).first().waitFor();
  await risk.leave();

  const { session } = member;
  const looks = [
    { language: 'en-US', theme: 'light', words: texts.assets },
    { language: 'bn-BN', theme: 'dark', words: bengali.assets },
  ] as const;
  for (const { language, theme, words } of looks) {
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    await person.open('/pages/fundsDetail/stockFundsDetail');
    await person.page.getByText(words.kind_correction).first().waitFor();
    await whenStill(person.page);
    assert.deepEqual(await accessibilityFaults(person.page), []);
    assert.deepEqual(await stickingOut(person.page), []);
    await person.leave();
  }
});
