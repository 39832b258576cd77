/** Fingers: targets of 44 by 44 px, and nothing that stays under the bar at the foot. */
import type { Page } from 'playwright-core';

/** The parts that can be pressed and whose field is smaller than 44 by 44 px, with their size. */
export async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const least = 44;
    const reach = least / 2 - 1;
    const parts = document.querySelectorAll<HTMLElement>(
      'a[href], button, summary, input:not([type="hidden"]), [role="tab"], [role="switch"]',
    );
    // A link inside a sentence has the sentence's height.
    const isInSentence = (part: HTMLElement): boolean => {
      const around = part.parentElement?.textContent?.trim() ?? '';
      return part.tagName === 'A' && around.length > (part.textContent?.trim().length ?? 0);
    };
    const boxOf = (part: HTMLElement): DOMRect =>
      (part.tagName === 'INPUT' ? (part.closest('label') ?? part) : part).getBoundingClientRect();
    // A small drawing may answer in a larger field around it.
    const answersAt = (part: HTMLElement, x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (part.contains(hit) || hit.closest('label')?.contains(part) === true);
    };
    const isSmall = (part: HTMLElement): boolean => {
      part.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = boxOf(part);
      const [x, y] = [left + width / 2, top + height / 2];
      const isNarrow = width < least && !(answersAt(part, x - reach, y) && answersAt(part, x + reach, y));
      const isLow = height < least && !(answersAt(part, x, y - reach) && answersAt(part, x, y + reach));
      return isNarrow || isLow;
    };
    return [...parts]
      .filter((part) => part.checkVisibility({ opacityProperty: false }) && boxOf(part).width > 1)
      .filter((part) => !isInSentence(part) && isSmall(part))
      .map((part) => {
        const { width, height } = boxOf(part);
        return `${Math.round(width)} x ${Math.round(height)}: ${part.outerHTML.slice(0, 160)}`;
      });
  });
}

/** Scrolled to the end, the last row stands above the bar at the foot. */
export async function underTheBar(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    const bar = document.querySelector('.tab-bar');
    if (bar === null) return [];
    const { top } = bar.getBoundingClientRect();
    return [...document.querySelectorAll('main a, main button, main li, main p')]
      .filter((part) => part.getBoundingClientRect().bottom > top + 0.5 && part.checkVisibility())
      .filter((part) => bar.contains(part) === false && getComputedStyle(part).position !== 'fixed')
      .map((part) => part.outerHTML.slice(0, 160));
  });
}
