import { MINUTE_MS } from '@tarazu/core/units';
import type { OwnPosition } from '@tarazu/protocol';
import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { ProgressBar } from '#ui/feedback/progress-steps.tsx';
import { dateTimeInSentence, formatDateTime } from '#ui/numbers/format.ts';
import { Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText, useNow } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';

type Lot = CallOutput<'stockHolding'>['lots'][number];

/**
 * The settlement ruler: for each purchase, when it was made,
 * from when it may be sold, and from when that money is there.
 */
export function Lots({ lots, position }: { lots: readonly Lot[]; position: OwnPosition }) {
  const { t } = useTranslation('trade');
  return (
    <section aria-label={t('lots')}>
      <h3 className="text-heading">{t('lots')}</h3>
      <p className="mt-1 text-small text-muted">{t('lotsText')}</p>
      <ul className="mt-3 flex flex-col gap-3">
        {lots.map((lot) => (
          <li key={lot.id} className="rounded-tile bg-sunken p-4">
            <LotRuler lot={lot} quoteAsset={position.quoteAsset} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LotRuler({ lot, quoteAsset }: { lot: Lot; quoteAsset: string }) {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  const nowMs = useNow(MINUTE_MS);
  const isSellable = lot.settled || lot.sellableFromMs <= nowMs;
  const span = lot.sellableFromMs - lot.boughtAtMs;
  const times = {
    usable: dateTimeInSentence(lot.cashUsableFromMs, settings),
    withdrawable: dateTimeInSentence(lot.withdrawableFromMs, settings),
  };
  const share = isSellable || span <= 0 ? 1 : (nowMs - lot.boughtAtMs) / span;
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span className="text-body font-semibold">
          <Quantity value={lot.quantity} unit={t(lot.quantity === '1' ? 'share' : 'shares')} />
        </span>
        <Badge tone={isSellable ? 'good' : 'warn'}>{isSellable ? t('lotSellable') : t('lotWaits')}</Badge>
      </div>
      <div className="mt-3">
        <ProgressBar
          label={t('lotRuler')}
          share={share}
          tone={isSellable ? 'good' : 'warn'}
          valueText={
            isSellable
              ? t('lotSellable')
              : t('lotSellableFrom', { time: formatDateTime(lot.sellableFromMs, settings) })
          }
        />
      </div>
      <dl className="mt-2 flex flex-wrap justify-between gap-x-3 gap-y-1 text-small">
        <div>
          <dt className="text-muted">{t('lotBought')}</dt>
          <dd>
            <TimeText atMs={lot.boughtAtMs} />
          </dd>
        </div>
        <div className="ml-auto text-right">
          <dt className="text-muted">{t('lotFrom')}</dt>
          <dd>
            <TimeText atMs={lot.sellableFromMs} />
          </dd>
        </div>
      </dl>
      <p className="mt-2 text-small text-muted">{t(isSellable ? 'lotSoldNow' : 'lotSoldThen', times)}</p>
      <p className="mt-2 text-small text-muted">
        {t('lotCost')} <PlainMoney value={lot.cost} asset={quoteAsset} className="font-medium text-ink" />
      </p>
    </>
  );
}
