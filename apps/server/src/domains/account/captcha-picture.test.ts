import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLEAR_ALPHABET, drawCaptcha } from '#domains/account/captcha-picture.ts';

interface Stroke {
  readonly width: number;
  readonly points: number;
  readonly across: number;
}

function strokesOf(picture: string): Stroke[] {
  const svg = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64').toString();
  return [...svg.matchAll(/<path d="([^"]+)".*?stroke-width="([^"]+)"/g)].map(([, path = '', width]) => {
    const places = [...path.matchAll(/(-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x));
    const points = 1 + [...path.matchAll(/Q/g)].length;
    return { width: Number(width), points, across: Math.max(...places) - Math.min(...places) };
  });
}

const drawn = (text: string) => Array.from({ length: 100 }, () => strokesOf(drawCaptcha(text))).flat();
/** Where a picture has no character there is nothing but noise. */
const noise = drawn(' '.repeat(6));
const strokes = [...CLEAR_ALPHABET].flatMap(drawn);

test('no program tells the noise of a picture from its characters by width, points or length', () => {
  assert.ok(noise.length >= 700);
  const most = (of: keyof Stroke, among: readonly Stroke[]) => Math.max(...among.map((one) => one[of]));
  const least = (of: keyof Stroke, among: readonly Stroke[]) => Math.min(...among.map((one) => one[of]));
  assert.ok(least('width', noise) >= 2.1 && most('width', noise) <= 2.9);
  assert.ok(least('width', strokes) >= 2.1 && most('width', strokes) <= 2.9);
  assert.ok(most('across', noise) <= 40, 'no line goes across the picture');
  const counts = new Set([...noise, ...strokes].map(({ points }) => points));
  assert.deepEqual([...counts], [2], 'a character is not told by how many points its strokes have');
});
