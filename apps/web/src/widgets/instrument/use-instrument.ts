import { MINUTE_MS } from '@tarazu/core/units';
import type { InstrumentProfile, InstrumentRow } from '@tarazu/protocol';
import { useEffect } from 'react';
import { seedTickers } from '#client/prices.ts';
import { useCall } from '#client/query.ts';
import { productAt } from '#products/list.ts';
import type { CallStateQuery } from '#widgets/session/call-state.tsx';

export interface InstrumentQuery {
  readonly query: CallStateQuery;
  readonly profile: InstrumentProfile | undefined;
  /** Of an index. */
  readonly members: readonly InstrumentRow[] | undefined;
}

/** An instrument whole, whichever side it is of; its session and band are asked again every minute. */
export function useInstrument(instrumentId: string): InstrumentQuery {
  const coin = productAt(instrumentId).calls.info === 'coinInfos';
  const everyMs = MINUTE_MS;
  const stockInfo = useCall(
    'stockInfo',
    { instrumentId },
    { enabled: !coin && instrumentId !== '', everyMs },
  );
  const coinInfo = useCall('coinInfos', { instrumentId }, { enabled: coin, everyMs });
  const profile = coin ? coinInfo.data?.info : stockInfo.data;
  useEffect(() => {
    if (profile !== undefined) seedTickers([profile]);
  }, [profile]);
  return {
    query: coin ? coinInfo : stockInfo,
    profile,
    members: coin ? undefined : stockInfo.data?.members,
  };
}
