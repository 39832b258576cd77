import { call } from '#client/api.ts';
import type { CallInput } from '#client/calls.ts';
import { type Attempt, type Placed, type Placing, termsInput } from '#products/attempt.ts';

const TYPES = ['market', 'limit', 'stopLimit', 'stopMarket'] as const;
const VALIDITIES = ['day', 'ioc', 'ttl'] as const;

async function send(attempt: Attempt): Promise<Placed> {
  const { side, type, validity, product } = attempt;
  const input: CallInput<'stockBuy'> = {
    ...termsInput(attempt),
    type: TYPES.find((one) => one === type) ?? 'limit',
    validity: VALIDITIES.find((one) => one === validity) ?? 'day',
    ...(validity === 'ttl' ? { ttlMinutes: attempt.minutes } : {}),
    ...(attempt.afterMarket ? { afterMarket: 'true' } : {}),
    // Delivery is what a call without a product means.
    ...(product === 'CNC' ? {} : { product }),
    ...(attempt.confirmLarge ? { confirmLarge: 'true' } : {}),
  };
  return await call(side === 'buy' ? 'stockBuy' : 'stockSell', input);
}

/** Orders for shares. */
export const placeShares: Placing = { send };
