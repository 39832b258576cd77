import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

/** Least contrast (WCAG 2.2): 4.5 for text (1.4.3), 3 for the edge of a field (1.4.11). */
const TEXT_MIN = 4.5;
const EDGE_MIN = 3;

const GROUNDS = ['bg', 'surface', 'sunken'] as const;
const ON_GROUNDS = [
  ['ink', TEXT_MIN],
  ['muted', TEXT_MIN],
  ['brand', TEXT_MIN],
  ['good', TEXT_MIN],
  ['danger', TEXT_MIN],
  ['up', TEXT_MIN],
  ['down', TEXT_MIN],
  ['line-strong', EDGE_MIN],
] as const;
const ON_FILLS = [
  ['on-brand', 'brand'],
  ['on-danger', 'danger'],
  ['on-up', 'up'],
  ['on-down', 'down'],
  ['on-pill', 'pill'],
  ['up', 'up-soft'],
  ['down', 'down-soft'],
  ['warn', 'warn-soft'],
  ['good', 'good-soft'],
  ['danger', 'danger-soft'],
] as const;

const css = await readFile(new URL('./tokens.css', import.meta.url), 'utf8');

/** Tokens of a block, by name, without the two dashes. */
function tokensOf(selector: string): [string, string][] {
  const start = css.indexOf(`${selector} {`);
  assert.ok(start >= 0, `${selector} is a block of the tokens`);
  const block = css.slice(start, css.indexOf('}', start));
  return [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', colour = '']) => [
    name,
    colour,
  ]);
}

/** Relative luminance of a colour `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

for (const theme of ['light', 'dark']) {
  for (const palette of ['standard', 'swapped', 'cvd']) {
    test(`texts and the edges of fields stand out: ${theme}, ${palette} (app 11)`, () => {
      const isDark = theme === 'dark';
      const of = isDark ? ':root[data-theme="dark"]' : ':root';
      const own = palette === 'standard' ? [] : tokensOf(`${of}[data-updown="${palette}"]`);
      const tokens = new Map([...tokensOf(':root'), ...tokensOf(of), ...own]);
      const least = [
        ...ON_GROUNDS.flatMap(([name, min]) => GROUNDS.map((ground) => ({ name, ground, min }))),
        ...ON_FILLS.map(([name, ground]) => ({ name, ground, min: TEXT_MIN })),
      ];
      const low = least
        .map((pair) => ({
          ...pair,
          is: contrast(tokens.get(pair.name) ?? '', tokens.get(pair.ground) ?? ''),
        }))
        .filter(({ is, min }) => !(is >= min));
      assert.deepEqual(low, []);
    });
  }
}
