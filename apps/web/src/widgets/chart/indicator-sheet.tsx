import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import type { Term } from '#locales/term.ts';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { normaliseAmount } from '#ui/numbers/amount-text.ts';
import { localDigits } from '#ui/numbers/format-settings.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { changeChart, chartSettingsSlice, OVERLAYS_MAX, PANES_MAX } from './chart-settings.ts';
import { isParam, MAIN_INDICATORS, PARAM_MAX, paramsOf, SUB_INDICATORS } from './indicators.ts';

interface IndicatorSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const OVERLAYS = MAIN_INDICATORS.filter((name) => name !== 'NONE');
const PANES = SUB_INDICATORS.filter((name) => name !== 'NONE');

/** The lines over the candles and the panes below them, with their parameters; kept for the next visit. */
export function IndicatorSheet({ open, onOpenChange }: IndicatorSheetProps) {
  const { t } = useTranslation('market');
  const { overlays, panes } = chartSettingsSlice.use();
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('indicators')} closeLabel={t('close')}>
      <Group
        label={t('indicatorMain')}
        names={OVERLAYS}
        shown={overlays}
        most={OVERLAYS_MAX}
        onChange={(next) => changeChart({ overlays: next })}
      />
      <Group
        label={t('indicatorSub')}
        names={PANES}
        shown={panes}
        most={PANES_MAX}
        onChange={(next) => changeChart({ panes: next })}
      />
      <p className="mt-4 text-small text-muted">{t('smaNote')}</p>
    </Sheet>
  );
}

type NamedTerm = (typeof OVERLAYS)[number] | (typeof PANES)[number];

interface Shown<Name> {
  readonly name: Name;
  readonly params: readonly number[];
}

interface GroupProps<Name extends NamedTerm> {
  label: string;
  names: readonly (Name & Term)[];
  shown: readonly Shown<Name>[];
  most: number;
  onChange: (shown: readonly Shown<Name>[]) => void;
}

/** The indicators that are shown, each with its parameters, and below them what can be added. */
function Group<Name extends NamedTerm>({ label, names, shown, most, onChange }: GroupProps<Name>) {
  const { t } = useTranslation('market');
  const others = names.filter((name) => shown.every((one) => one.name !== name));
  const isFull = shown.length >= most;
  return (
    <section aria-label={label} className="mt-2 first:mt-0">
      <div className="-mr-3 flex items-center justify-between">
        <h3 className="text-small font-medium text-muted">{label}</h3>
        <TermHelp label={label} terms={names} />
      </div>
      <ul className="flex flex-col">
        {shown.map((one) => (
          <li key={one.name} className="flex min-h-13 items-start gap-2 py-1">
            <span className="flex min-h-11 w-16 shrink-0 items-center text-body font-semibold">
              {one.name}
            </span>
            <Params
              name={one.name}
              params={one.params}
              onChange={(params) =>
                onChange(shown.map((other) => (other === one ? { ...one, params } : other)))
              }
            />
            <IconButton
              icon={X}
              tone="muted"
              label={t('indicatorRemove', { name: one.name })}
              onClick={() => onChange(shown.filter((other) => other !== one))}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 py-2">
        {others.map((name) => (
          <button
            key={name}
            type="button"
            disabled={isFull}
            onClick={() => onChange([...shown, { name, params: paramsOf(name) }])}
            className="pressable target flex min-h-9 items-center gap-1 rounded-full bg-sunken px-3 text-small font-semibold text-muted disabled:opacity-50"
          >
            <Icon icon={Plus} size={14} />
            {name}
          </button>
        ))}
      </div>
      {isFull && <p className="text-small text-muted">{t('indicatorMost', { most: String(most) })}</p>}
    </section>
  );
}

interface ParamsProps {
  name: NamedTerm;
  params: readonly number[];
  onChange: (params: readonly number[]) => void;
}

/** Fields of the parameters, one each: one out of its bounds is said, and leaves the chart as it is. */
function Params({ name, params, onChange }: ParamsProps) {
  const { t } = useTranslation('market');
  const settings = useFormat();
  const [texts, setTexts] = useState(() => params.map(String));
  const isWrong = (text: string) => !isParam(Number(text)) || text === '';
  const write = (place: number, written: string) => {
    const next = texts.map((text, other) => (other === place ? written : text));
    setTexts(next);
    if (!next.some(isWrong)) onChange(next.map(Number));
  };
  return (
    <div className="min-w-0 grow">
      <div className="flex flex-wrap gap-2">
        {texts.map((text, place) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a parameter is its place.
            key={place}
            inputMode="numeric"
            autoComplete="off"
            aria-label={t('indicatorParam', { name, place: String(place + 1) })}
            aria-invalid={isWrong(text) || undefined}
            value={localDigits(text, settings)}
            onChange={(event) => write(place, normaliseAmount(event.target.value, 0))}
            className="number h-11 w-14 rounded-input border border-line-strong bg-sunken text-center text-body outline-none focus-visible:border-brand aria-invalid:border-danger"
          />
        ))}
      </div>
      {texts.some(isWrong) && (
        <p role="alert" className="pt-1 text-small text-danger">
          {t('indicatorBounds', { most: String(PARAM_MAX) })}
        </p>
      )}
    </div>
  );
}
