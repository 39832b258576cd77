/** The session that a page works with, for what its screen does not tell. */
import type { Page } from 'playwright-core';
import { type Client, createClient } from './client.ts';

export async function demoClientOf(page: Page, url: string): Promise<Client> {
  await page.waitForFunction(() => localStorage.getItem('tarazu.userToken')?.includes('"demo"'));
  const kept: { state: { value: { demo: string } } } = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('tarazu.userToken') ?? '{}'),
  );
  return createClient(url, kept.state.value.demo);
}
