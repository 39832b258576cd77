/**
 * Random numbers by counter: the n-th number of a stream is a function of (key, n), so that any day or minute
 * can be made at any time in any order, and twice the same.
 */

/** Spreads the bits of a 32-bit number (the finishing step of MurmurHash3). */
export function mix32(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** The key of a named stream of a seed. */
export function streamKey(seed: number, name: string): number {
  let key = mix32(seed ^ 0x9e3779b9);
  for (let position = 0; position < name.length; position += 1) {
    key = mix32(Math.imul(key, 31) + name.charCodeAt(position));
  }
  return key;
}

/** The n-th 32-bit number of a stream; also the key of its n-th sub-stream. */
export function bitsAt(key: number, index: number): number {
  return mix32(key ^ mix32(Math.imul(index + 1, 0x9e3779b1)));
}

/** Uniform strictly between 0 and 1. */
export function uniformAt(key: number, index: number): number {
  return (bitsAt(key, index) + 0.5) / 4294967296;
}

export function gaussianAt(key: number, index: number): number {
  return normalQuantile(uniformAt(key, index));
}

/** Uniform strictly between 0 and 1 from a word of 32 bits. */
export function uniformOf(word = 0): number {
  return (word + 0.5) / 4294967296;
}

export function gaussianOf(word = 0): number {
  return normalQuantile(uniformOf(word));
}

/** The same of some words of a list, in one loop: the step of a day draws a dozen. */
export function gaussiansOf(words: Uint32Array, into: Float64Array, from: number, until: number): void {
  for (let index = from; index < until; index += 1) into[index] = gaussianOf(words[index]);
}

/** Inverse of the normal distribution by Acklam's rational approximation; relative error below 1.2e-9. */
export function normalQuantile(probability: number): number {
  if (probability < 0.02425) return tailQuantile(Math.sqrt(-2 * Math.log(probability)));
  if (probability > 0.97575) return -tailQuantile(Math.sqrt(-2 * Math.log(1 - probability)));
  const centre = probability - 0.5;
  const square = centre * centre;
  const above =
    ((((-39.69683028665376 * square + 220.9460984245205) * square - 275.9285104469687) * square +
      138.357751867269) *
      square -
      30.66479806614716) *
      square +
    2.506628277459239;
  const below =
    ((((-54.47609879822406 * square + 161.5858368580409) * square - 155.6989798598866) * square +
      66.80131188771972) *
      square -
      13.28068155288572) *
      square +
    1;
  return (above * centre) / below;
}

function tailQuantile(depth: number): number {
  const above =
    ((((-0.007784894002430293 * depth - 0.3223964580411365) * depth - 2.400758277161838) * depth -
      2.549732539343734) *
      depth +
      4.374664141464968) *
      depth +
    2.938163982698783;
  const below =
    (((0.007784695709041462 * depth + 0.3224671290700398) * depth + 2.445134137142996) * depth +
      3.754408661907416) *
      depth +
    1;
  return above / below;
}
