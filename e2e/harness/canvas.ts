/** Texts that a page draws on its canvases, where no locator finds them. */
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    textsDrawn?: Set<string>;
  }
}

/** Notes each text from the next page on that is opened. */
export async function noteTextsDrawn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drawn = new Set<string>();
    window.textsDrawn = drawn;
    const { prototype } = CanvasRenderingContext2D;
    const { fillText } = prototype;
    prototype.fillText = function (text, ...place) {
      drawn.add(text);
      fillText.call(this, text, ...place);
    };
  });
}

export async function whenDrawn(page: Page, text: string): Promise<void> {
  await page.waitForFunction((one) => window.textsDrawn?.has(one), text);
}
