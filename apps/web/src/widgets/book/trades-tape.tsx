import type { InstrumentProfile, Trade } from '@tarazu/protocol';
import { useEffect, useState } from 'react';
import { useTopic } from '#client/hooks.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productAt } from '#products/list.ts';
import { SkeletonText } from '#ui/feedback/skeleton.tsx';
import { formatDateTime } from '#ui/numbers/format.ts';
import { Price, Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { CallState } from '#widgets/session/call-state.tsx';

const SHOWN = 20;

export interface TradesTapeProps {
  instrument: Pick<InstrumentProfile, 'instrumentId' | 'quoteAsset' | 'priceScale'>;
}

/** The newest trades of the market, as they happen. */
export function TradesTape({ instrument }: TradesTapeProps) {
  const { t } = useTranslation('market');
  const { instrumentId } = instrument;
  const query = useCall(productAt(instrumentId).calls.trades, {
    instrumentId,
    limit: String(SHOWN),
  });
  const [streamed, setStreamed] = useState<readonly Trade[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another instrument has another tape.
  useEffect(() => setStreamed([]), [instrumentId]);
  useTopic(`trades:${instrumentId}`, (message) => {
    if (message.type !== 'trades') return;
    setStreamed((known) => newest(message.snapshot ? message.list : [...message.list, ...known]));
  });
  const settings = useFormat();
  const beginsAtMs = query.data?.beginsAtMs;
  const begins = beginsAtMs === undefined ? '' : formatDateTime(beginsAtMs, settings);
  const trades = newest([...streamed, ...(query.data?.list ?? [])]);
  return (
    <CallState
      query={query}
      data={query.data === undefined && streamed.length === 0 ? undefined : trades}
      skeleton={<SkeletonText lines={6} />}
    >
      {(list) =>
        list.length === 0 ? (
          <p className="py-6 text-center text-body text-muted">{t('tradesEmpty', { time: begins })}</p>
        ) : (
          <>
            <TradesTable list={list} instrument={instrument} />
            {list.length < SHOWN && begins !== '' && (
              <p className="pt-3 text-small text-muted">{t('tradesBegin', { time: begins })}</p>
            )}
          </>
        )
      }
    </CallState>
  );
}

function TradesTable({ list, instrument }: TradesTapeProps & { list: readonly Trade[] }) {
  const { t } = useTranslation('market');
  return (
    <table className="w-full text-small">
      <thead>
        <tr className="text-muted *:pb-1 *:font-medium">
          <th scope="col" className="text-left">
            {t('time')}
          </th>
          <th scope="col" className="text-right">
            {t('price')}
          </th>
          <th scope="col" className="text-right">
            {t('quantity')}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((trade) => (
          <tr key={trade.id} className="*:py-1.5">
            <td className="text-muted">
              <TimeText atMs={trade.atMs} show="exact" />
            </td>
            <td className={`text-right font-semibold ${trade.takerSide === 'buy' ? 'text-up' : 'text-down'}`}>
              <span className="sr-only">
                {trade.takerSide === 'buy' ? t('takerBought') : t('takerSold')}{' '}
              </span>
              <Price value={trade.price} asset={instrument.quoteAsset} decimals={instrument.priceScale} />
            </td>
            <td className="text-right">
              <Quantity value={trade.quantity} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Each trade once, newest first. */
function newest(trades: readonly Trade[]): readonly Trade[] {
  const byId = new Map(trades.map((trade) => [trade.id, trade]));
  return [...byId.values()].sort((a, b) => b.atMs - a.atMs).slice(0, SHOWN);
}
