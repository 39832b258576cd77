import { call } from '#client/api.ts';
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

/** Orders for coins. */
export const placeCoins: Placing = { send };
