import { instrumentId, quantity } from '@tarazu/core/values';
import { OrderFlow } from '#market/market-maker/order-flow.ts';
import { PublicWords } from '#market/model/day-words.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';

export const SHARE = instrumentId('NSE_SIM:ARUNA');
export const source = new SimulatedSource({ seed: 7, hours: 'calendar' });
/** A moment of a session. */
export const atMs = Date.parse('2026-06-02T06:00:00Z');

/** The market maker's quotes and the simulated order flow of a public day. */
export function openFlow(): OrderFlow {
  return new OrderFlow({
    source,
    hours: 'calendar',
    day: {
      sessionOf: (id) => source.sessionState(id, atMs),
      haltOf: () => undefined,
      terms: () => ({ status: 'listed' }),
    },
    dayVolume: () => quantity(100_000n),
    words: new PublicWords(7),
    atMs,
  });
}
