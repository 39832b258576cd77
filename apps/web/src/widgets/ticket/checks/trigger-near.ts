import { triggerWhen } from '@tarazu/core/checks';
import type { InstrumentProfile } from '@tarazu/protocol';
import { awayFrom } from '#widgets/instrument/price/away-from.ts';
import type { OrderType } from './offered.ts';

export interface NearQuestion {
  readonly type: OrderType;
  readonly side: 'buy' | 'sell';
  readonly profile: Pick<InstrumentProfile, 'price' | 'priceScale' | 'tickSize'>;
}

/**
 * The beginning of a trigger in the form: a percent from the last price, on the side that the type triggers
 * on, on the tick.
 */
export function triggerNear({ type, side, profile }: NearQuestion): string | undefined {
  return awayFrom(profile, triggerWhen(type, side) === 'rises' ? 1n : -1n);
}
