import { isPricedType, isTriggeredType, namesTrigger } from '@tarazu/core/checks';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Segmented } from '#ui/fields/choice.tsx';
import { OptionSheet } from '#ui/fields/select-field.tsx';
import { Icon } from '#ui/icon.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { bracketNear } from '#widgets/ticket/checks/bracket.ts';
import { type OrderType, takesBracket, typesOf } from '#widgets/ticket/checks/offered.ts';
import { triggerNear } from '#widgets/ticket/checks/trigger-near.ts';
import type { TicketFormProps } from './form-props.ts';

/** Market or limit at once; every other type behind one more tap, each with a line of what it does. */
export function TypeChoice({ profile, fields, onChange, priceBest, disabled }: TicketFormProps) {
  const { t } = useTranslation('trade');
  const [isOpen, setOpen] = useState(false);
  const { type, side } = fields;
  const isBracket = fields.bracket === true;
  const choose = (chosen: OrderType, bracket: boolean) => {
    const trigger = namesTrigger(chosen) ? triggerNear({ type: chosen, side, profile }) : undefined;
    const price = isTriggeredType(chosen) ? trigger : (priceBest ?? profile.price);
    const needsPrice = isPricedType(chosen) && (fields.price === '' || isTriggeredType(chosen));
    onChange({
      type: chosen,
      bracket,
      ...(trigger === undefined ? {} : { trigger }),
      ...(needsPrice && price !== undefined ? { price } : {}),
    });
  };
  const beginBracket = () =>
    onChange({ bracket: true, ...(isTriggeredType(type) && { type: 'market' }), ...bracketNear(profile) });
  const others = typesOf(profile.kind).filter(isTriggeredType);
  const brackets = takesBracket({ kind: profile.kind, side, type: 'market' }) ? (['bracket'] as const) : [];
  const isOther = isBracket || isTriggeredType(type);
  const kind = isBracket ? 'bracket' : type;
  return (
    <div>
      <div className="flex gap-2">
        <Segmented
          label={t('orderType')}
          className="min-w-0 grow"
          value={isTriggeredType(type) ? undefined : type}
          onValueChange={(chosen) => choose(chosen, isBracket)}
          items={[
            { value: 'market', label: t('type_market'), disabled },
            { value: 'limit', label: t('type_limit'), disabled },
          ]}
        />
        {(others.length > 0 || brackets.length > 0) && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={isOther ? `${t('orderType')}: ${t(`type_${kind}`)}` : t('moreTypes')}
            disabled={disabled}
            onClick={() => setOpen(true)}
            className={`pressable flex min-h-11 max-w-1/2 shrink-0 items-center gap-1 rounded-input px-3 text-left text-body font-semibold disabled:opacity-50 ${isOther ? 'bg-brand-soft text-brand' : 'bg-sunken text-muted'}`}
          >
            <span className="min-w-0">{isOther ? t(`type_${kind}`) : t('moreShort')}</span>
            <Icon icon={ChevronDown} size={18} />
          </button>
        )}
      </div>
      <TypeNote kind={kind} />
      <OptionSheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('orderType')}
        closeLabel={t('close')}
        value={kind}
        onValueChange={(chosen) => (chosen === 'bracket' ? beginBracket() : choose(chosen, false))}
        options={(['market', 'limit', ...brackets, ...others] as const).map((value) => ({
          value,
          label: t(`type_${value}`),
          detail: t(`typeText_${value}`),
        }))}
      />
    </div>
  );
}

/** The effect of the chosen type; a market order needs no line. */
function TypeNote({ kind }: { kind: OrderType | 'bracket' }) {
  const { t } = useTranslation('trade');
  if (kind === 'market') return null;
  return (
    <div className="flex items-center justify-between">
      <p className="text-small text-muted">{t(`typeText_${kind}`)}</p>
      <TermHelp label={t('orderType')} terms={[kind]} className="-mr-3" />
    </div>
  );
}
