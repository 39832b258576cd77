/** axe-core on a page as it stands: WCAG A and AA, the size of targets, and that all stands in a region. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly places: readonly string[];
}

const RUN = `axe.run(document, {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'target-size': { enabled: true }, region: { enabled: true } },
  resultTypes: ['violations'],
}).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({
  id,
  impact,
  places: nodes.slice(0, 5).map(({ html, any }) => html.slice(0, 220) + '  ' + (any[0]?.message ?? '')),
})))`;

/** One sentence for each fault; none when all is well. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const findings: Finding[] = await page.evaluate(RUN);
  return findings.map(({ id, impact, places }) => `${id} (${impact}): ${places.join(' | ')}`);
}
