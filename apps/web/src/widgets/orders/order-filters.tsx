import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '#client/calls.ts';
import { Icon } from '#ui/icon.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { OptionSheet } from '#ui/select-field.tsx';

const SIDES = ['all', 'buy', 'sell'] as const;
const PRODUCTS = ['all', 'CNC', 'MIS'] as const;
const RESULTS = ['ended', 'completed', 'cancelled', 'rejected'] as const;
const TIMES = ['always', 'today', 'week', 'month', 'quarter'] as const;

/** Which orders of a tab are wanted. */
export interface OrderFilter {
  readonly side: (typeof SIDES)[number];
  readonly product: (typeof PRODUCTS)[number];
  readonly result: (typeof RESULTS)[number];
  readonly time: (typeof TIMES)[number];
  readonly text: string;
}

export const NO_FILTER: OrderFilter = {
  side: 'all',
  product: 'all',
  result: 'ended',
  time: 'always',
  text: '',
};

export function isFiltered(filter: OrderFilter): boolean {
  const { side, product, result, time, text } = filter;
  return (
    side !== NO_FILTER.side ||
    product !== NO_FILTER.product ||
    result !== NO_FILTER.result ||
    time !== NO_FILTER.time ||
    text.trim() !== ''
  );
}

const DAYS_BACK = { today: 0, week: 6, month: 29, quarter: 89 } as const;

/** The filter as the call takes it; a day begins at the person's own midnight. */
export function filterInput(
  { side, product, time, text }: OrderFilter,
  now = new Date(),
): Pick<CallInput<'stockOrders'>, 'side' | 'product' | 'fromMs' | 'text'> {
  const sought = text.trim();
  return {
    ...(side === 'all' ? {} : { side }),
    ...(product === 'all' ? {} : { product }),
    ...(time === 'always' ? {} : { fromMs: String(midnight(now, DAYS_BACK[time])) }),
    ...(sought === '' ? {} : { text: sought }),
  };
}

function midnight(now: Date, daysBack: number): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBack).getTime();
}

export interface OrderFiltersProps {
  value: OrderFilter;
  onValueChange: (value: OrderFilter) => void;
  /** Of stocks there is more than one product. */
  kind: 'stock' | 'coin';
  /** Orders that ended are filtered by how they ended too. */
  ended: boolean;
}

/** What of the list is shown: by words, side, how it ended, and since when. */
export function OrderFilters({ value, onValueChange, kind, ended }: OrderFiltersProps) {
  const { t } = useTranslation('trade');
  const set = (change: Partial<OrderFilter>) => onValueChange({ ...value, ...change });
  return (
    <div className="flex flex-col gap-1 px-4 pt-1">
      <SearchField
        label={t('searchOrders')}
        clearLabel={t('searchClear')}
        value={value.text}
        onValueChange={(text) => set({ text })}
      />
      <fieldset className="no-scrollbar -mx-1 flex min-w-0 gap-2 overflow-x-auto p-1">
        <legend className="sr-only">{t('filter')}</legend>
        <Pill
          title={t('side')}
          value={value.side}
          onValueChange={(side) => set({ side })}
          options={SIDES.map((side) => ({ value: side, label: t(`filter_${side}`) }))}
        />
        {kind === 'stock' && (
          <Pill
            title={t('product')}
            value={value.product}
            onValueChange={(product) => set({ product })}
            options={PRODUCTS.map((product) => ({
              value: product,
              label: product === 'all' ? t('filter_all') : t(`product_${product}`),
            }))}
          />
        )}
        {ended && (
          <Pill
            title={t('howEnded')}
            value={value.result}
            onValueChange={(result) => set({ result })}
            options={RESULTS.map((result) => ({ value: result, label: t(`filter_${result}`) }))}
          />
        )}
        <Pill
          title={t('sinceWhen')}
          value={value.time}
          onValueChange={(time) => set({ time })}
          options={TIMES.map((time) => ({ value: time, label: t(`time_${time}`) }))}
        />
      </fieldset>
    </div>
  );
}

interface PillProps<Value extends string> {
  title: string;
  value: Value;
  onValueChange: (value: Value) => void;
  /** The first one filters nothing. */
  options: readonly { value: Value; label: string }[];
}

function Pill<Value extends string>({ title, value, onValueChange, options }: PillProps<Value>) {
  const { t } = useTranslation('trade');
  const [isOpen, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const isSet = value !== options[0]?.value;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${title}: ${chosen?.label ?? ''}`}
        onClick={() => setOpen(true)}
        className={`pressable target flex min-h-9 shrink-0 items-center gap-1 rounded-full pr-2 pl-3 text-small font-semibold whitespace-nowrap ${isSet ? 'bg-brand-soft text-brand' : 'bg-sunken text-muted'}`}
      >
        {isSet ? chosen?.label : title}
        <Icon icon={ChevronDown} size={16} />
      </button>
      <OptionSheet
        open={isOpen}
        onOpenChange={setOpen}
        title={title}
        closeLabel={t('close')}
        options={options}
        value={value}
        onValueChange={onValueChange}
      />
    </>
  );
}
