import { useCall } from '#client/query.ts';
import { type StoredCall, useStoredCall } from '#client/stored-call.ts';
import { tradeCoinDataSlice } from '#client/stored-slices.ts';
import { productOfSection, type Section } from '#products/list.ts';

interface MostTraded {
  readonly query: StoredCall<unknown>['query'];
  readonly data: { readonly list: readonly { readonly instrumentId: string }[] } | undefined;
}

/** The instrument that is traded most on a side of the app: shown there until something was chosen. */
export function useMostTraded(section: Section, { enabled }: { readonly enabled: boolean }): MostTraded {
  const { mostTraded } = productOfSection(section).calls;
  const shares = useCall(
    'stockHot',
    { by: 'turnover', limit: '1' },
    { enabled: enabled && mostTraded === 'stockHot' },
  );
  const coins = useStoredCall(
    'coinInfos',
    { quote: 'USDT' },
    { enabled: enabled && mostTraded === 'coinInfos', slice: tradeCoinDataSlice },
  );
  return { stockHot: { query: shares, data: shares.data }, coinInfos: coins }[mostTraded];
}
