/** Reads numbers as they stand on the screen. */
import type { Locator } from 'playwright-core';

/** Labels with their values, of every definition list and disclosure inside, read at one moment. */
export async function factsOf(place: Locator): Promise<ReadonlyMap<string, string>> {
  const pairs: string[][] = await place.evaluate((element) => {
    const textOf = (node: Element | null | undefined): string => node?.textContent?.trim() ?? '';
    const terms = [...element.querySelectorAll('dt')].map((term) => [
      textOf(term),
      textOf(term.nextElementSibling),
    ]);
    const sums = [...element.querySelectorAll('summary')].map((line) => [...line.children].map(textOf));
    return [...terms, ...sums];
  });
  return new Map(pairs.map(([label = '', value = '']) => [label, value]));
}

/** Opens what a ticket says before the tap, which stands in two lines until somebody asks for the rest. */
export async function openCard(card: Locator): Promise<void> {
  await card.locator('summary').first().click();
}

/** `₹1,789.60` is 1789.60, `−3` (U+2212) is -3. */
export function plainNumber(shown: string | undefined): string {
  return (shown ?? '').replaceAll('\u2212', '-').replace(/[^\d.-]/g, '');
}
