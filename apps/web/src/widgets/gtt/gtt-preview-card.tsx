import { amount, formatDecimal } from '@tarazu/core/values';
import type { InstrumentProfile } from '@tarazu/protocol';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { FactList } from '#ui/layout/tile.tsx';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import type { Preview } from '#widgets/ticket/checks/preview.ts';
import { chargeRulesOf, type Terms, termsOf } from '#widgets/ticket/checks/terms.ts';
import { useBuyingPower } from '#widgets/ticket/use-buying-power.ts';
import type { GttFields } from './gtt-fields.ts';
import { gttPreview } from './gtt-preview.ts';

export interface GttPreviewCardProps {
  profile: InstrumentProfile;
  fields: GttFields;
}

/**
 * The cost of a GTT at most, of a pair that of the dearer leg, since only one can trigger. A purchase blocks
 * nothing before, and must find its money then: what is available now says how far off that is.
 */
export function GttPreviewCard({ profile, fields }: GttPreviewCardProps) {
  const terms = termsOf(profile);
  return terms === undefined ? null : <TradedPreview profile={profile} fields={fields} terms={terms} />;
}

const NOTHING = amount(0n);

function TradedPreview({ profile, fields, terms }: GttPreviewCardProps & { terms: Terms }) {
  const { t } = useTranslation('trade');
  const props = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY });
  const means = useBuyingPower(terms);
  const { feeTier } = means;
  const rules = props.data === undefined ? undefined : chargeRulesOf(props.data, profile.quoteAsset);
  if (rules === undefined) return null;
  const preview = gttPreview(fields, { terms, rules, feeTier });
  if (preview === undefined) return null;
  const money = (of: Preview['worst']) => (
    <PlainMoney value={formatDecimal(of, terms.quoteScale)} asset={profile.quoteAsset} />
  );
  const isBuy = fields.side === 'buy';
  const isShort = isBuy && means.isKnown && preview.worst > means.cash;
  return (
    <section aria-label={t('truthTitle')} className="rounded-tile bg-sunken p-4">
      <h3 className="text-body font-semibold">{t('truthTitle')}</h3>
      <div className="mt-2">
        <FactList
          facts={[
            { label: t('charges'), value: money(preview.chargesTotal) },
            { label: isBuy ? t('gttNeeds') : t('bringsLeast'), value: money(preview.worst), strong: true },
            ...(isBuy
              ? [
                  { label: t('gttHeld'), value: money(NOTHING) },
                  ...(means.isKnown ? [{ label: t('gttAvailable'), value: money(means.cash) }] : []),
                ]
              : []),
            { label: t('expires'), value: t('gttYear') },
          ]}
        />
      </div>
      <p className="mt-2 text-small text-muted">{isBuy ? t('gttNeedsText') : t('gttHeldSellText')}</p>
      {isShort && (
        <div className="mt-3">
          <Notice tone="warn" title={t('gttShort')}>
            {t('gttShortText')}
          </Notice>
        </div>
      )}
    </section>
  );
}
