/** Numbers that look like chance and are the same for the same seed. */
export interface Random {
  /** From 0 to below 1. */
  fraction(): number;
  /** A whole number from 0 to below the bound. */
  below(bound: number): number;
}

/** Mulberry32: small, quick, and even enough for a bench. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { fraction, below: (bound) => Math.floor(fraction() * bound) };
}
