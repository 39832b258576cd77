/** Pseudo-random numbers of a seed: the same on every machine. */
export interface Random {
  /** A whole number from 0 up to, without, `below`. */
  below(below: number): number;
  /** True once in `times` on average. */
  once(times: number): boolean;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
}

/** Mulberry32: 32 bits of state, enough for simulations. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return {
    below,
    once: (times) => below(times) === 0,
    pick: (values) => values[below(values.length)] ?? values[0],
  };
}
