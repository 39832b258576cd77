/** Pixels in rows, four bytes each: red, green, blue, opacity. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * The picture made smaller so that its longer side is at
 * most that: each new pixel is the mean of its old ones.
 */
export function shrunk(pixels: Pixels, sideMax: number): Pixels {
  const scale = Math.min(1, sideMax / Math.max(pixels.width, pixels.height));
  if (scale === 1) return pixels;
  const width = Math.max(1, Math.round(pixels.width * scale));
  const height = Math.max(1, Math.round(pixels.height * scale));
  return resampled(pixels, width, height);
}

/** The same picture in another size, no larger than it was. */
export function resampled(pixels: Pixels, width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const rows = spanOf(row, pixels.height / height);
    for (let column = 0; column < width; column += 1)
      setMean(
        pixels,
        { rows, columns: spanOf(column, pixels.width / width) },
        data,
        (row * width + column) * 4,
      );
  }
  return { data, width, height };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function spanOf(place: number, step: number): Span {
  const from = Math.floor(place * step);
  return { from, to: Math.max(from + 1, Math.floor((place + 1) * step)) };
}

/** On white where the picture is transparent: what hides behind opacity is not seen by anybody. */
function setMean(
  { data, width }: Pixels,
  { rows, columns }: { readonly rows: Span; readonly columns: Span },
  target: Uint8ClampedArray,
  at: number,
): void {
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let row = rows.from; row < rows.to; row += 1) {
    for (let column = columns.from; column < columns.to; column += 1) {
      const from = (row * width + column) * 4;
      const opacity = (data[from + 3] ?? 255) / 255;
      const white = 255 * (1 - opacity);
      red += (data[from] ?? 0) * opacity + white;
      green += (data[from + 1] ?? 0) * opacity + white;
      blue += (data[from + 2] ?? 0) * opacity + white;
      count += 1;
    }
  }
  target[at] = red / count;
  target[at + 1] = green / count;
  target[at + 2] = blue / count;
  target[at + 3] = 255;
}

/** Brightness of each pixel, from 0 to 255. */
function brightness({ data }: Pixels): number[] {
  const values: number[] = [];
  for (let at = 0; at < data.length; at += 4)
    values.push(0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0));
  return values;
}

const SAMPLE_SIDE = 64;

/**
 * How much brightness differs in a picture: its standard deviation, 0 for one colour, some 60 for a document.
 */
export function contrastOf(pixels: Pixels): number {
  const side = (length: number): number => Math.min(SAMPLE_SIDE, length);
  const values = brightness(resampled(pixels, side(pixels.width), side(pixels.height)));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return Math.round(Math.sqrt(spread));
}

/**
 * Look of a picture in 64 bits: whether each of 8 x 8 fields is brighter than the next one. Two
 * photos of one thing differ in many of them, two copies of one photo in few.
 */
export function printOf(pixels: Pixels): Uint8Array {
  const values = brightness(resampled(pixels, Math.min(9, pixels.width), Math.min(8, pixels.height)));
  const print = new Uint8Array(8);
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column;
      if ((values[at] ?? 0) > (values[at + 1] ?? 0)) print[row] = (print[row] ?? 0) | (1 << column);
    }
  }
  return print;
}
