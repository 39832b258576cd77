/**
 * Several watchlists: made, filled by the star, put in order
 * by keys, by buttons and by dragging, on two devices.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenStill } from '../harness/browser.ts';
import { type Client, enterDemo } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { bengali, filled, texts } from '../texts.ts';

const { market, watchlists } = texts;
const IDS = ['NSE_SIM:ARUNA', 'NSE_SIM:URJANET', 'COIN_SIM:BTC-USDT'] as const;

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

const edit = (page: Page) => page.getByRole('button', { name: market.editWatchlists }).click();
const sheetOf = (page: Page) => page.getByRole('dialog', { name: watchlists.title });
const inOrder = async (client: Client, listId: string) =>
  (await client.call('watchlistItems', { listId })).list.map(({ symbol }) => symbol);
const rowsOf = (page: Page) =>
  sheetOf(page).getByRole('list', { name: watchlists.items }).getByRole('listitem');
const handleOf = (page: Page, name: string) =>
  sheetOf(page).getByRole('button', { name: filled(watchlists.handle, { name }), exact: true });

/** Does what puts the list in order, and compares the sheet and the server when the answer is in. */
async function putInOrder(
  of: { page: Page; client: Client; act: () => Promise<void> },
  symbols: readonly string[],
): Promise<void> {
  const { page, client, act } = of;
  const answered = page.waitForResponse((response) => response.url().includes('/watchlist/item/order'));
  await act();
  await answered;
  for (const [at, symbol] of symbols.entries())
    await rowsOf(page).nth(at).getByText(symbol, { exact: true }).waitFor();
  assert.deepEqual(await inOrder(client, 'first'), symbols);
}

/** Drags a row by its handle above another one. */
async function drag(page: Page, name: string, above: string): Promise<void> {
  await whenStill(page);
  const [from, to] = [await handleOf(page, name).boundingBox(), await handleOf(page, above).boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 8 });
  await page.mouse.up();
}

/** The same by a hand that lets go before the page has drawn any of its moves. */
async function flick(page: Page, name: string, above: string): Promise<void> {
  await whenStill(page);
  const [from, to] = [await handleOf(page, name).boundingBox(), await handleOf(page, above).boundingBox()];
  assert.ok(from && to);
  const y = from.y + 20;
  await page.mouse.move(from.x + 20, y);
  await handleOf(page, name).evaluate(
    (handle, [start, end]) => {
      const of = { bubbles: true, pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0 } as const;
      const tell = (type: string, clientY: number) =>
        handle.dispatchEvent(new PointerEvent(type, { ...of, clientY }));
      tell('pointerdown', start);
      tell('pointermove', (start + end) / 2);
      tell('pointermove', end);
      tell('pointerup', end);
    },
    [y, to.y + 10] as const,
  );
}

test('a list is put in order by keys, by buttons and by dragging, and Home and Markets follow', async () => {
  const guest = await enterDemo(server.url);
  const { client } = guest;
  for (const instrumentId of IDS) await client.call('stockCollectAdd', { instrumentId });
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/tabbar/markets?tab=watchlist');
  await edit(page);
  await rowsOf(page).first().getByText('BTC-USDT', { exact: true }).waitFor();
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await stickingOut(page), []);

  const keys = () => handleOf(page, 'ARUNA').press('Home');
  await putInOrder({ page, client, act: keys }, ['ARUNA', 'BTC-USDT', 'URJANET']);
  await page.getByText(filled(watchlists.movedTo, { name: 'ARUNA', position: '1', total: '3' })).waitFor();

  await handleOf(page, 'ARUNA').click();
  const down = sheetOf(page).getByRole('button', { name: filled(watchlists.moveDown, { name: 'ARUNA' }) });
  await putInOrder({ page, client, act: () => down.click() }, ['BTC-USDT', 'ARUNA', 'URJANET']);

  await putInOrder({ page, client, act: () => drag(page, 'URJANET', 'BTC-USDT') }, [
    'URJANET',
    'BTC-USDT',
    'ARUNA',
  ]);
  await putInOrder({ page, client, act: () => flick(page, 'ARUNA', 'BTC-USDT') }, [
    'URJANET',
    'ARUNA',
    'BTC-USDT',
  ]);
  await page.keyboard.press('Escape');
  await sheetOf(page).waitFor({ state: 'detached' });
  await page.waitForFunction(() => window.history.state.overlayDepth === undefined);
  for (const path of ['/pages/tabbar/markets?tab=watchlist', '/pages/tabbar/home']) {
    await person.open(path);
    const rows = page.getByRole('list', { name: market.watchlist }).getByRole('listitem');
    await rows.first().getByText('URJANET', { exact: true }).waitFor();
  }
  assert.deepEqual(person.troubles.splice(0), []);
  await person.leave();
});

test('a second list is made, a star asks which, another device sees it, and it is renamed and deleted', async () => {
  const guest = await enterDemo(server.url);
  const { client } = guest;
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/tabbar/home');
  await edit(page);
  const sheet = sheetOf(page);
  await sheet.getByRole('radio', { name: watchlists.lists }).check();
  await sheet.getByLabel(watchlists.newName).fill('Dividends');
  await sheet.getByRole('button', { name: watchlists.make }).click();
  await sheet.getByRole('button', { name: filled(watchlists.handle, { name: 'Dividends' }) }).waitFor();
  await sheet.getByLabel(watchlists.newName).fill('<b>');
  await sheet.getByRole('button', { name: watchlists.make }).click();
  await sheet.getByText(/letters, digits/).waitFor();
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);

  await person.open(`/pages/stock/stockKline?instrumentId=${IDS[0]}`);
  await page.getByRole('button', { name: filled(market.watch, { symbol: 'ARUNA' }) }).click();
  const save = page.getByRole('dialog', { name: filled(watchlists.saveTo, { symbol: 'ARUNA' }) });
  await save.getByText('Dividends').click();
  await save.getByRole('checkbox', { name: 'Dividends', checked: true }).waitFor();
  const list = (await client.call('watchlists', {})).list.find(({ name }) => name === 'Dividends');
  assert.deepEqual(list?.instrumentIds, [IDS[0]]);

  const other = await openPerson(browser, { url: server.url, session: guest.session });
  await other.open('/pages/tabbar/markets?tab=watchlist');
  await other.page.getByRole('radio', { name: 'Dividends' }).check();
  await other.page.getByRole('list', { name: 'Dividends' }).getByText('ARUNA', { exact: true }).waitFor();
  await edit(other.page);
  await sheetOf(other.page).getByRole('radio', { name: watchlists.lists }).check();
  await other.page.getByRole('button', { name: filled(watchlists.rename, { name: 'Dividends' }) }).click();
  await other.page.getByLabel(filled(watchlists.newNameOf, { name: 'Dividends' })).fill('Income');
  await other.page.getByRole('button', { name: watchlists.save, exact: true }).click();
  await other.page.getByRole('button', { name: filled(watchlists.deleteList, { name: 'Income' }) }).click();
  await other.page.getByRole('alertdialog').getByRole('button', { name: watchlists.delete }).click();
  await other.page.getByText(watchlists.deleted).waitFor();
  assert.deepEqual(
    (await client.call('watchlists', {})).list.map(({ id }) => id),
    ['first'],
  );
  // The device that still shows the list is told, and nothing else of it goes.
  await save.getByText('Dividends').click();
  await save.getByRole('checkbox', { name: 'Dividends' }).waitFor({ state: 'detached' });
  assert.deepEqual(other.troubles.splice(0), []);
  await other.leave();
  await person.leave();
});

test('an instrument is added to a list from the list itself, and a search that finds nothing says why', async () => {
  const guest = await enterDemo(server.url);
  const { client } = guest;
  const { id: listId } = await client.call('watchlistAdd', { name: 'Dividends' });
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/tabbar/markets?tab=watchlist');
  await edit(page);
  const sheet = sheetOf(page);
  await sheet.getByRole('radio', { name: 'Dividends' }).check();
  await sheet.getByText(watchlists.noItems).waitFor();
  await sheet.getByRole('button', { name: watchlists.addItem }).click();
  const picker = page.getByRole('dialog', { name: market.chooseInstrument });
  const search = picker.getByRole('searchbox', { name: market.searchLabel });
  await search.fill('Reliance');
  await picker.getByText(market.searchNothingText).waitFor();
  await search.fill('sutratek');
  await picker
    .getByRole('button', { name: /SUTRATEK/ })
    .first()
    .click();
  await picker.waitFor({ state: 'detached' });
  await page.getByText(filled(watchlists.added, { name: 'SUTRATEK' })).waitFor();
  await handleOf(page, 'SUTRATEK').waitFor();
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  const made = (await client.call('watchlists', {})).list.find(({ id }) => id === listId);
  assert.deepEqual(made?.instrumentIds, ['NSE_SIM:SUTRATEK']);
  await person.leave();
});

test('the lists fit a small phone in Bengali, dark', async () => {
  const guest = await enterDemo(server.url);
  for (const instrumentId of IDS) await guest.client.call('stockCollectAdd', { instrumentId });
  await guest.client.call('watchlistAdd', { name: 'ডিভিডেন্ড' });
  const person = await openPerson(browser, {
    url: server.url,
    session: guest.session,
    width: 320,
    language: 'bn-BN',
    theme: 'dark',
  });
  const { page } = person;
  await person.open('/pages/tabbar/markets?tab=watchlist');
  await page.getByRole('button', { name: bengali.market.editWatchlists }).click();
  await page.getByRole('dialog').getByText('ARUNA', { exact: true }).waitFor();
  await whenStill(page);
  assert.deepEqual(await stickingOut(page), []);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(person.troubles.splice(0), []);
  await person.leave();
});

test('of many lists the chosen one is scrolled into view, and a name says how long it may be', async () => {
  const guest = await enterDemo(server.url);
  for (const name of ['Banking and finance', 'Dividends', 'Energy companies', 'Long term', 'Coins to watch'])
    await guest.client.call('watchlistAdd', { name });
  const person = await openPerson(browser, { url: server.url, session: guest.session });
  const { page } = person;
  await person.open('/pages/tabbar/markets?tab=watchlist');
  await page.getByRole('radio', { name: 'Coins to watch' }).check();
  await page.reload();
  const chip = page.getByRole('radio', { name: 'Coins to watch', checked: true });
  await chip.waitFor();
  const box = await chip.boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= 390, `the chosen list lies at ${box?.x}`);

  await edit(page);
  await sheetOf(page).getByRole('radio', { name: watchlists.lists }).check();
  await sheetOf(page).getByLabel(watchlists.newName).fill('Income');
  await sheetOf(page)
    .getByText(filled(watchlists.nameLength, { written: '6', limit: '30' }))
    .waitFor({ state: 'attached' });
  await person.leave();
});
