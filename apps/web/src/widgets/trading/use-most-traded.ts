import { useCall } from '#client/query.ts';
import { productOfSection, type Section } from '#products/list.ts';
import type { CallStateQuery } from '#widgets/session/call-state.tsx';

interface MostTraded {
  readonly query: CallStateQuery;
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
  const coins = useCall('coinInfos', { quote: 'USDT' }, { enabled: enabled && mostTraded === 'coinInfos' });
  const query = { stockHot: shares, coinInfos: coins }[mostTraded];
  return { query, data: query.data };
}
