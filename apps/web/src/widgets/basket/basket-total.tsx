import type { ReactNode } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { tickerNow, useTickers } from '#client/prices.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { shareSymbolOf } from '#products/delivery/assets.ts';
import { productOfWallet } from '#products/list.ts';
import { addDecimal, compareDecimal, negateDecimal } from '#ui/numbers/decimal-text.ts';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import type { Leg } from './legs.ts';
import { type LiveSum, liveSums } from './live-total.ts';

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
      lines={sums.map((sum) => ({
        label: sum.side === 'buy' ? t('liveBuys') : t('liveSells'),
        asset: sum.asset,
        value: sum.value,
        below: sum.side === 'buy' && <Means sum={sum} />,
      }))}
    />
  );
}

/** The money there is to pay with, or that lacks: before the check, and drawn again with each price. */
function Means({ sum: { wallet, asset, value } }: { sum: LiveSum }) {
  const { t } = useTranslation('basket');
  const { data } = useCall('userAssets', {});
  const available = data && (productOfWallet(wallet)?.moneyIn(data, asset) ?? '0');
  if (available === undefined) return NOT_YET;
  if (compareDecimal(available, value) >= 0) {
    return (
      <>
        {t('available')} <PlainMoney value={available} asset={asset} />
      </>
    );
  }
  return (
    <span className="text-danger">
      {t('lacking')} <PlainMoney value={addDecimal(value, negateDecimal(available))} asset={asset} />
    </span>
  );
}

/** The line keeps its room until it is known. */
const NOT_YET = '\u00a0';

interface Line {
  readonly label: string;
  readonly asset: string;
  readonly value: string;
  readonly below?: ReactNode;
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('basket');
  if (lines.length === 0) return <p className="text-small text-muted">{t('liveNothing')}</p>;
  return (
    <dl className="flex flex-col gap-0.5">
      {lines.map(({ label, asset, value, below }, place) => (
        <div
          key={`${label} ${asset} ${String(place)}`}
          className="flex flex-wrap items-baseline justify-between gap-x-3"
        >
          <dt className="text-small text-muted">{label}</dt>
          <dd className="text-heading">
            <PlainMoney value={value} asset={asset} />
          </dd>
          {below !== undefined && below !== false && (
            <dd className="w-full text-right text-small text-muted">{below}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
