/** The record of movements: each row with the balance that it left, on a phone and in the other language. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenStill } from '../harness/browser.ts';
import { enterDemo, newClientId } from '../harness/client.ts';
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

test('each movement shows the balance after it, as the server counted it', async () => {
  const guest = await enterDemo(server.url);
  const instrumentId = 'NSE_SIM:ARUNA';
  await guest.client.call('stockBuy', {
    clientId: newClientId(),
    instrumentId,
    quantity: '3',
    type: 'market',
    validity: 'ioc',
  });
  const { list } = await guest.client.call('fundsMovements', { wallet: 'stock', asset: 'INR' });
  const [newest] = list;
  assert.ok(newest);
  const rupees = (value: string) => {
    const text = Number(value).toLocaleString('en-IN', { minimumFractionDigits: 2 });
    return `₹${text}`;
  };
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/fundsDetail/stockFundsDetail');
  const rows = page.getByRole('list', { name: texts.assets.movements }).getByRole('listitem');
  await rows
    .filter({ hasText: `${texts.assets.balanceAfter} ${rupees(newest.balanceAfter)}` })
    .first()
    .waitFor();
  await page.getByText('3 ARUNA', { exact: true }).first().waitFor();
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await stickingOut(page), []);
  await person.open('/pages/fundsDetail/cryptoFundsDetail');
  await page.getByRole('tab', { name: texts.assets.accountPerpetual }).click();
  await page.getByText(texts.assets.noMovements).waitFor();
  await person.leave();

  const other = await openPerson(browser, {
    url: server.url,
    session: guest.session,
    language: 'bn-BN',
    width: 320,
    theme: 'dark',
  });
  await other.open('/pages/fundsDetail/stockFundsDetail');
  await other.page.getByText(bengali.assets.kind_buy).first().waitFor();
  await whenStill(other.page);
  assert.deepEqual(await accessibilityFaults(other.page), []);
  assert.deepEqual(await stickingOut(other.page), []);
  await other.leave();
});
