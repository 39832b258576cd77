import type { UseQueryResult } from '@tanstack/react-query';
import type { OwnIntradayPosition, OwnPosition } from '@tarazu/protocol';
import type { CallOutput } from '#client/calls.ts';
import type { CallError } from '#client/errors.ts';
import { type UseCallOptions, useCall } from '#client/query.ts';
import type { WebProduct } from '#products/product.ts';

/** Property of an account in a product, as the call of that product answers. */
export interface Held {
  readonly query: UseQueryResult<CallOutput<WebProduct['calls']['held']>, CallError>;
  readonly positions: readonly OwnPosition[] | undefined;
  /** Open on margin, apart from what is held. */
  readonly exposures?: readonly OwnIntradayPosition[] | undefined;
  /** Of the fees that go by turnover; 0 is where everybody begins. */
  readonly feeTier: number;
}

/** Both calls stand here, so that a page may go from one product to another. */
export function useHeld(
  { calls }: Pick<WebProduct, 'calls'>,
  { enabled, everyMs }: Pick<UseCallOptions, 'enabled' | 'everyMs'>,
): Held {
  const optionsOf = (name: WebProduct['calls']['held']) => ({
    enabled: enabled === true && calls.held === name,
    everyMs,
  });
  const shares = useCall('stockHoldings', {}, optionsOf('stockHoldings'));
  const coins = useCall('coinAssets', {}, optionsOf('coinAssets'));
  const answers = {
    stockHoldings: {
      query: shares,
      positions: shares.data?.list,
      exposures: shares.data?.intraday,
      feeTier: 0,
    },
    coinAssets: {
      query: coins,
      positions: coins.data?.positions,
      feeTier: coins.data?.feeTier.tier ?? 0,
    },
  };
  return answers[calls.held];
}
