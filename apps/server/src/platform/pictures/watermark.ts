import type { Pixels } from './pixels.ts';

/**
 * Words over a whole picture, aslant and again and again, so that no part of it can be shown around without
 * telling who looked. Drawn by hand: the process that decodes has no fonts.
 */

/** Glyphs of 3 x 5 points, a row of three bits each. */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  '0': [7, 5, 5, 5, 7],
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 7, 1, 7],
  '4': [5, 5, 7, 1, 1],
  '5': [7, 4, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 1, 2, 2],
  '8': [7, 5, 7, 5, 7],
  '9': [7, 5, 7, 1, 7],
  '-': [0, 0, 7, 0, 0],
};
/** Digits, hyphens and spaces: a number of staff, and a day. */
export const WATERMARK_WORDS = /^[0-9 -]{1,40}$/;

const GLYPH_COLUMNS = 4;
const GLYPH_ROWS = 5;
/** Points between the words of one line, and between lines. */
const GAP_COLUMNS = 8;
const GAP_ROWS = 16;
/** Points over the longer side of a picture. */
const POINTS = 320;
const STRENGTH = 64;

/** The same picture with the words over it; nothing of it changes for words that can't be drawn. */
export function marked(pixels: Pixels, words: string): Pixels {
  if (!WATERMARK_WORDS.test(words)) return pixels;
  const { width, height } = pixels;
  const data = new Uint8ClampedArray(pixels.data);
  const point = Math.max(1, Math.max(width, height) / POINTS);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [along, across] = [(x + y) / Math.SQRT2, (y - x) / Math.SQRT2];
      if (isInk(words, Math.floor(along / point), Math.floor(across / point))) ink(data, (y * width + x) * 4);
    }
  return { data, width, height };
}

const wrapped = (value: number, length: number): number => ((value % length) + length) % length;

function isInk(words: string, column: number, row: number): boolean {
  const line = wrapped(row, GLYPH_ROWS + GAP_ROWS);
  if (line >= GLYPH_ROWS) return false;
  const at = wrapped(column, words.length * GLYPH_COLUMNS + GAP_COLUMNS);
  const bits = GLYPHS[words[Math.floor(at / GLYPH_COLUMNS)] ?? '']?.[line] ?? 0;
  return ((bits >> (2 - (at % GLYPH_COLUMNS))) & 1) === 1;
}

/** Lighter where it is dark, darker where it is light: seen on everything, and hides nothing. */
function ink(data: Uint8ClampedArray, at: number): void {
  const brightness = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
  const change = brightness < 128 ? STRENGTH : -STRENGTH;
  for (let channel = at; channel < at + 3; channel += 1) data[channel] = (data[channel] ?? 0) + change;
}
