import { stockProducts } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { choiceTextOf, termsOf, wireNameOf } from '#products/list.ts';
import { Segmented } from '#ui/fields/choice.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import type { TicketFormProps } from './form-props.ts';
import { leverageText } from './leverage.ts';

/** Delivery, or within the day on margin, which says what it may cost; nothing where there is no choice. */
export function ProductChoice({ profile, fields, onChange, disabled }: TicketFormProps) {
  const { t } = useTranslation('trade');
  const { intraday } = profile;
  if (intraday === undefined) return null;
  const product = wireNameOf(fields.product);
  const text = choiceTextOf(product);
  return (
    <div>
      <Segmented
        label={t('product')}
        value={product}
        onValueChange={(chosen) => onChange({ product: chosen })}
        items={stockProducts.map((one) => ({ value: one, label: t(`product_${one}`), disabled }))}
      />
      {text && (
        <div className="flex items-start">
          <p className="grow pt-1.5 text-small text-muted">
            {t(text, { times: leverageText(intraday.marginRate) })}{' '}
            <TimeText atMs={intraday.squareOffAtMs} zone />. {t('carriedText')}
          </p>
          <TermHelp label={t(`product_${product}`)} terms={termsOf(product)} className="-mr-3" />
        </div>
      )}
    </div>
  );
}
