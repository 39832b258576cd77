import { useTranslation } from '#locales/i18n.ts';
import { isWithinDay } from '#products/list.ts';
import { Segmented } from '#ui/fields/choice.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import type { TicketFormProps } from './form-props.ts';
import { leverageText } from './leverage.ts';

/** Delivery, or within the day on margin, which says what it may cost; nothing where there is no choice. */
export function ProductChoice({ detail, fields, onChange, disabled }: TicketFormProps) {
  const { t } = useTranslation('trade');
  const { intraday } = detail;
  if (intraday === undefined) return null;
  const product = fields.product ?? 'CNC';
  return (
    <div>
      <Segmented
        label={t('product')}
        value={product}
        onValueChange={(chosen) => onChange({ product: chosen })}
        items={[
          { value: 'CNC', label: t('product_CNC'), disabled },
          { value: 'MIS', label: t('product_MIS'), disabled },
        ]}
      />
      {isWithinDay(product) && (
        <p className="pt-1.5 text-small text-muted">
          {t('productText_MIS', { times: leverageText(intraday.marginRate) })}{' '}
          <TimeText atMs={intraday.squareOffAtMs} zone />. {t('carriedText')}
        </p>
      )}
    </div>
  );
}
