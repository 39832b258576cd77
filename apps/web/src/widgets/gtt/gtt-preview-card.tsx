import { formatDecimal } from '@tarazu/core/values';
import type { InstrumentDetail } from '@tarazu/protocol';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { FactList } from '#ui/layout/tile.tsx';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import type { Preview } from '#widgets/ticket/checks/preview.ts';
import { chargeRulesOf, type Terms, termsOf } from '#widgets/ticket/checks/terms.ts';
import { useBuyingPower } from '#widgets/ticket/use-buying-power.ts';
import type { GttFields } from './gtt-fields.ts';
import { gttPreview } from './gtt-preview.ts';

export interface GttPreviewCardProps {
  detail: InstrumentDetail;
  fields: GttFields;
}

/**
 * The amount that a GTT sets aside at once and its cost at most; of a pair the larger leg, since only one can
 * fire.
 */
export function GttPreviewCard({ detail, fields }: GttPreviewCardProps) {
  const terms = termsOf(detail);
  return terms === undefined ? null : <TradedTruth detail={detail} fields={fields} terms={terms} />;
}

function TradedTruth({ detail, fields, terms }: GttPreviewCardProps & { terms: Terms }) {
  const { t } = useTranslation('trade');
  const props = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY });
  const { feeTier } = useBuyingPower(terms);
  const rules = props.data === undefined ? undefined : chargeRulesOf(props.data);
  if (rules === undefined) return null;
  const preview = gttPreview(fields, { terms, rules, feeTier });
  if (preview === undefined) return null;
  const money = (of: Preview['worst']) => (
    <PlainMoney value={formatDecimal(of, terms.quoteScale)} asset={detail.quoteAsset} />
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
