/** Somebody at a desktop, who watches two shares and trades one of them. */
import type { Browser, Page } from 'playwright-core';
import { openPerson, type Person, whenReady } from '../harness/browser.ts';
import { type Client, enterDemo } from '../harness/client.ts';

export const STOCK = 'NSE_SIM:ARUNA';
export const OTHER = 'NSE_SIM:SUTRATEK';
export const DESKTOP = { width: 1280, height: 800 } as const;
export const TABLET = { width: 768, height: 1024 } as const;

export interface Visit {
  readonly url: string;
  readonly browser: Browser;
  readonly theme?: 'light' | 'dark';
  readonly path?: string;
}

export async function comeToWide({
  url,
  browser,
  theme = 'light',
  path = '/pages/tabbar/trade',
}: Visit): Promise<{
  person: Person;
  page: Page;
  client: Client;
}> {
  const { client, session } = await enterDemo(url);
  for (const instrumentId of [OTHER, STOCK]) await client.call('stockCollectAdd', { instrumentId });
  const person = await openPerson(browser, { url, session, language: 'en-US', theme });
  const { page } = person;
  await page.addInitScript((instrumentId) => {
    const keep = (name: string, value: unknown) => {
      if (localStorage.getItem(name) === null)
        localStorage.setItem(name, JSON.stringify({ state: { value }, version: 1 }));
    };
    keep('tarazu.lastInstrument', { stock: instrumentId });
    keep('tarazu.systemTradeType', 'stock');
  }, STOCK);
  await page.setViewportSize(DESKTOP);
  await person.open(path);
  await whenReady(page);
  return { person, page, client };
}

/** Own orders of the share that is traded, open and ended. */
export async function ordersOf(client: Client) {
  const asked = { instrumentId: STOCK, limit: '20' } as const;
  const live = await client.call('stockOrders', { ...asked, state: 'live' });
  const ended = await client.call('stockOrders', { ...asked, state: 'ended' });
  return [...live.list, ...ended.list];
}
