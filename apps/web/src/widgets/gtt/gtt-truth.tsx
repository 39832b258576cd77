import { formatDecimal, greater, type Price, parseDecimal, price, quantity } from '@tarazu/core/values';
import type { InstrumentDetail } from '@tarazu/protocol';
import { useTranslation } from 'react-i18next';
import { useCall } from '#client/query.ts';
import { FactList } from '#ui/tile.tsx';
import { PlainMoney } from '#widgets/instrument/plain-money.tsx';
import { type Preview, previewOf } from '#widgets/ticket/preview.ts';
import { chargeRulesOf, type Terms, termsOf } from '#widgets/ticket/terms.ts';
import { useMeans } from '#widgets/ticket/use-means.ts';
import type { GttFields } from './gtt-fields.ts';

export interface GttTruthProps {
  detail: InstrumentDetail;
  fields: GttFields;
}

/** What a GTT sets aside at once and what it can cost at most; of a pair the larger leg, since only one can fire. */
export function GttTruth({ detail, fields }: GttTruthProps) {
  const terms = termsOf(detail);
  return terms === undefined ? null : <TradedTruth detail={detail} fields={fields} terms={terms} />;
}

function TradedTruth({ detail, fields, terms }: GttTruthProps & { terms: Terms }) {
  const { t } = useTranslation('trade');
  const props = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY });
  const { feeTier } = useMeans(terms);
  const rules = props.data === undefined ? undefined : chargeRulesOf(props.data);
  if (rules === undefined) return null;
  const limit = limitOf(fields, terms);
  const size = parseDecimal(fields.quantity, terms.scales.baseScale);
  if (limit === undefined || size === undefined) return null;
  const preview = previewOf({
    intent: {
      side: fields.side,
      // The price is at the trigger when it fires: it takes, as a stop limit does, and pays the fee of that.
      type: 'stopLimit',
      validity: 'gtd',
      priceLimit: limit,
      quantity: quantity(size),
    },
    terms,
    rules,
    levels: [],
    depositoryDue: isDepositoryDue(fields.side, terms),
    feeTier,
  });
  if (preview === undefined) return null;
  const money = (of: Preview['worst']) => (
    <PlainMoney value={formatDecimal(of, terms.scales.quoteScale)} asset={detail.quoteAsset} />
  );
  const isBuy = fields.side === 'buy';
  return (
    <section aria-label={t('truthTitle')} className="rounded-tile bg-sunken p-4">
      <h3 className="text-body font-semibold">{t('truthTitle')}</h3>
      <div className="mt-2">
        <FactList
          facts={[
            { label: t('charges'), value: money(preview.chargesTotal) },
            { label: isBuy ? t('gttHeld') : t('bringsLeast'), value: money(preview.worst), strong: true },
            { label: t('expires'), value: t('gttYear') },
          ]}
        />
      </div>
      <p className="mt-2 text-small text-muted">{isBuy ? t('gttHeldText') : t('gttHeldSellText')}</p>
    </section>
  );
}

/** Of a sale of shares. It may fire on any day of a year, and but for today nobody has paid the depository for that day yet. */
function isDepositoryDue(side: GttFields['side'], { kind }: Terms): boolean {
  return kind === 'stock' && side === 'sell';
}

/** A purchase is held at its dearer leg; a sale brings at least its cheaper one. */
function limitOf({ side, legs, price: first, otherPrice }: GttFields, terms: Terms): Price | undefined {
  const read = (text: string) => parseDecimal(text, terms.scales.priceScale);
  const one = read(first);
  const other = legs === 'two' ? read(otherPrice) : one;
  if (one === undefined || other === undefined || one === 0n || other === 0n) return undefined;
  const dearer = greater<bigint>(one, other);
  return price(side === 'buy' ? dearer : one + other - dearer);
}
