import type { CallOutput } from '#client/calls.ts';
import { tickerNow, useTickers } from '#client/prices.ts';
import { useTranslation } from '#locales/i18n.ts';
import { shareSymbolOf } from '#products/delivery/assets.ts';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import type { Leg } from './legs.ts';
import { liveSums } from './live-total.ts';

export interface BasketTotalProps {
  legs: readonly Leg[];
  /** After the check: what the engine would block. */
  checked: CallOutput<'basketPreview'> | undefined;
}

/** The total that stays in sight: at the prices of the moment, and after the check to the paisa. */
export function BasketTotal({ legs, checked }: BasketTotalProps) {
  const { t } = useTranslation('basket');
  useTickers(legs.map(({ instrumentId }) => instrumentId));
  if (checked?.isAccepted === true) {
    return (
      <Lines
        lines={checked.held.map(({ asset, amount }) => ({
          label: t('held'),
          asset: shareSymbolOf(asset) ?? asset,
          value: amount,
        }))}
      />
    );
  }
  const sums = liveSums(legs, (instrumentId) => tickerNow(instrumentId)?.price);
  return (
    <Lines
      lines={sums.map(({ side, asset, value }) => ({
        label: side === 'buy' ? t('liveBuys') : t('liveSells'),
        asset,
        value,
      }))}
    />
  );
}

interface Line {
  readonly label: string;
  readonly asset: string;
  readonly value: string;
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('basket');
  if (lines.length === 0) return <p className="text-small text-muted">{t('liveNothing')}</p>;
  return (
    <dl className="flex flex-col gap-0.5">
      {lines.map(({ label, asset, value }) => (
        <div key={`${label} ${asset}`} className="flex items-baseline justify-between gap-3">
          <dt className="text-small text-muted">{label}</dt>
          <dd className="text-heading">
            <PlainMoney value={value} asset={asset} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
