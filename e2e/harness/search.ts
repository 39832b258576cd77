/**
 * To an instrument as somebody goes who knows its name: lists
 * change their order with the market, and show only what is near.
 */
import type { Page } from 'playwright-core';

/** From the markets' page, by its search; `label` is the field's name in the page's language. */
export async function openBySearch(page: Page, to: { symbol: string; label: string }): Promise<void> {
  await page.getByRole('link', { name: to.label }).first().click();
  await page.getByRole('searchbox', { name: to.label }).fill(to.symbol);
  await page.getByRole('link', { name: new RegExp(`\\b${to.symbol}\\b`) }).click();
}
