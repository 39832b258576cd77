/** Taps that send an order. */
import type { Locator, Page } from 'playwright-core';
import { bengali, texts } from '../texts.ts';

const TAPS_MAX = 10;

/** Another way than a tap by which the order is sent. */
interface Sender {
  readonly click: () => Promise<void>;
}

/**
 * Taps until the order is on its way. When the market moved between the last drawing and the tap, the ticket
 * says that nothing was sent and asks for one more tap, as it would ask anybody; so it does at a far price.
 */
export async function tapToSend(page: Page, button: Pick<Locator, 'click'> | Sender): Promise<void> {
  const titles = [texts, bengali].flatMap(({ trade }) => [trade.movedTitle, trade.farTitle]);
  const [first = '', ...others] = titles;
  let asked = page.getByText(first);
  for (const title of others) asked = asked.or(page.getByText(title));
  for (let taps = 0; taps < TAPS_MAX; taps += 1) {
    await button.click();
    // The ticket has decided when the click returns.
    if (!(await asked.isVisible())) return;
  }
  throw new Error(`The market moved at each of ${TAPS_MAX} taps.`);
}
