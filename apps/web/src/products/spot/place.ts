import { call } from '#client/api.ts';
import { isRefusal } from '#client/errors.ts';
import { type Attempt, type Placed, type Placing, termsInput } from '#products/attempt.ts';

const VALIDITIES = ['gtc', 'gtd', 'ioc', 'fok', 'postOnly'] as const;

async function send(attempt: Attempt): Promise<Placed> {
  const { side, type, validity } = attempt;
  return await call('coinOrderAdd', {
    ...termsInput(attempt),
    type,
    side,
    validity: VALIDITIES.find((one) => one === validity) ?? 'gtc',
    ...(type === 'trailingStop' ? { trailPercent: attempt.trail } : {}),
    ...(attempt.takeProfit === '' ? {} : { takeProfitPrice: attempt.takeProfit, ...stopOf(attempt) }),
    ...(validity === 'gtd' ? { expiresAtMs: attempt.expiresAtMs } : {}),
  });
}

/** The stop of a bracket: at a price, or trailing. */
function stopOf({ stopLoss, trail }: Attempt) {
  return stopLoss === '' ? { stopLossTrailPercent: trail } : { stopLossPrice: stopLoss };
}

async function ask(attempt: Attempt): Promise<Placed> {
  try {
    return await call('coinOrderQuery', { clientId: attempt.clientId });
  } catch (error) {
    // An unknown order never arrived. With the same id it can still only be taken once.
    if (isRefusal(error, 'ORDER_UNKNOWN')) return await send(attempt);
    throw error;
  }
}

/** Orders for coins: what became of one is asked by its client id. */
export const placeCoins: Placing = { send, ask };
