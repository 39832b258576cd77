import { randomInt } from 'node:crypto';

/** Without characters that look alike: no 0, 1, I, L, O. The same as of invite codes (rules 2.22). */
export const CLEAR_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export function randomClearText(length: number): string {
  return Array.from({ length }, () => CLEAR_ALPHABET.charAt(randomInt(CLEAR_ALPHABET.length))).join('');
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Strokes on a grid of 4 by 6: points `xy` by spaces, strokes by `|`. */
const GLYPHS: Readonly<Record<string, string>> = {
  '2': '01 10 30 41 42 06 46',
  '3': '00 40 22 32 43 45 36 16 05',
  '4': '36 30 04 44',
  '5': '40 00 02 32 43 45 36 16 05',
  '6': '30 12 04 15 26 36 45 44 33 13 04',
  '7': '00 40 16|13 33',
  '8': '22 11 20 31 22 03 05 16 36 45 43 22',
  '9': '44 36|42 33 13 02 01 10 30 41 44',
  A: '06 20 46|14 34',
  B: '06 00 30 41 32 02|32 43 45 36 06',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06|40 46|03 43',
  J: '20 40 45 36 16 05',
  K: '00 06|40 03 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10|24 46',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 23 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  Z: '00 40 06 46|13 33',
};

const CELL_WIDTH = 34;
const HEIGHT = 72;
const MARGIN = 14;
const GRID_WIDTH = 4;
const GRID_HEIGHT = 6;
const NOISE_STROKES = 7;
const STROKE_WIDTH = 2.4;
const PERCENT = 100;

/**
 * The text as an SVG of bare stretches: no text element to read, stretches of all characters mixed, each
 * character turned, leaned and sized by chance, and some of none between them. A program that was made for
 * it reads it all the same: the limits of addresses and the proof of work carry the guard.
 */
export function drawCaptcha(text: string): string {
  const width = MARGIN * 2 + CELL_WIDTH * text.length;
  const strokes = [...text].flatMap((character, index) => strokesOf(character, MARGIN + CELL_WIDTH * index));
  const noise = Array.from({ length: NOISE_STROKES }, () => noiseStroke(width));
  const paths = shuffle([...strokes, ...noise].flatMap(stretchesOf).map(pathOf));
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}">` +
    `<rect width="${width}" height="${HEIGHT}" rx="8" fill="#eef2f8"/>${paths.join('')}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

function strokesOf(character: string, left: number): Point[][] {
  const turn = between(-0.35, 0.35);
  const lean = between(-0.3, 0.3);
  const size = { x: between(5, 6.6), y: between(5.6, 7.4) };
  const center = { x: left + CELL_WIDTH / 2 + between(-3, 3), y: HEIGHT / 2 + between(-6, 6) };
  const place = (column: number, row: number): Point => {
    const x = (column - GRID_WIDTH / 2) * size.x + between(-0.9, 0.9);
    const y = (row - GRID_HEIGHT / 2) * size.y + between(-0.9, 0.9);
    const leaned = x + y * lean;
    return {
      x: center.x + leaned * Math.cos(turn) - y * Math.sin(turn),
      y: center.y + leaned * Math.sin(turn) + y * Math.cos(turn),
    };
  };
  const strokes = (GLYPHS[character] ?? '').split('|');
  return strokes.map((stroke) =>
    stroke.split(' ').map((pair) => place(Number(pair.charAt(0)), Number(pair.charAt(1)))),
  );
}

/** A stroke in its stretches: how many points it has would tell of which character it is. */
function stretchesOf(stroke: readonly Point[]): Point[][] {
  return stroke.slice(1).map((to, index) => [shaken(stroke[index] ?? to), shaken(to)]);
}

/** The ends of two stretches do not meet exactly; their width hides it from eyes. */
function shaken({ x, y }: Point): Point {
  return { x: x + between(-0.5, 0.5), y: y + between(-0.5, 0.5) };
}

/** No longer and no thinner than a stroke of a character. */
function noiseStroke(width: number): Point[] {
  const points = randomInt(2, 5);
  const across = CELL_WIDTH * between(0.6, 1);
  const left = between(0, width - across);
  const middle = between(HEIGHT * 0.2, HEIGHT * 0.8);
  return Array.from({ length: points }, (_, index) => ({
    x: left + (across / (points - 1)) * index,
    y: middle + between(-HEIGHT * 0.15, HEIGHT * 0.15),
  }));
}

/** Each stretch bends a little, so that equal characters never have equal paths. */
function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let from = first;
  const steps = rest.map((to) => {
    const bend = { x: (from.x + to.x) / 2 + between(-2, 2), y: (from.y + to.y) / 2 + between(-2, 2) };
    from = to;
    return `Q${text(bend)} ${text(to)}`;
  });
  const stroke = `stroke="#1d2b45" stroke-width="${STROKE_WIDTH + between(-0.3, 0.5)}"`;
  return `<path d="M${text(first)}${steps.join('')}" fill="none" ${stroke} stroke-linecap="round" stroke-linejoin="round"/>`;
}

function text(point: Point): string {
  return `${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
}

function between(low: number, high: number): number {
  return low + ((high - low) * randomInt(PERCENT * PERCENT)) / (PERCENT * PERCENT);
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, order: randomInt(2 ** 31) }))
    .sort((first, second) => first.order - second.order)
    .map(({ item }) => item);
}
