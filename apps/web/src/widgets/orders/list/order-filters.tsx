import { stockProducts } from '@tarazu/protocol';
import type { CallInput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { hasChoice, type Section } from '#products/list.ts';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Pill } from './pill.tsx';
import { TimePill } from './time-pill.tsx';
import { ALWAYS, spanInput, type TimeSpan } from './time-span.ts';

const SIDES = ['all', 'buy', 'sell'] as const;
const PRODUCTS = ['all', ...stockProducts] as const;
const RESULTS = ['ended', 'completed', 'cancelled', 'rejected'] as const;

/** Which orders of a tab are wanted. */
export interface OrderFilter extends TimeSpan {
  readonly side: (typeof SIDES)[number];
  readonly product: (typeof PRODUCTS)[number];
  readonly result: (typeof RESULTS)[number];
  readonly text: string;
}

export const NO_FILTER: OrderFilter = {
  side: 'all',
  product: 'all',
  result: 'ended',
  text: '',
  ...ALWAYS,
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

/** The filter as the call takes it. */
export function filterInput({
  side,
  product,
  text,
  ...span
}: OrderFilter): Pick<CallInput<'stockOrders'>, 'side' | 'product' | 'fromMs' | 'toMs' | 'text'> {
  const sought = text.trim();
  return {
    ...(side === 'all' ? {} : { side }),
    ...(product === 'all' ? {} : { product }),
    ...spanInput(span),
    ...(sought === '' ? {} : { text: sought }),
  };
}

export interface OrderFiltersProps {
  value: OrderFilter;
  onValueChange: (value: OrderFilter) => void;
  /** Of stocks there is more than one product. */
  kind: Section;
  /** Orders that ended are filtered by how they ended too. */
  ended: boolean;
}

/** The part of the list that is shown: by words, side, how it ended, and since when. */
export function OrderFilters({ value, onValueChange, kind, ended }: OrderFiltersProps) {
  const { t } = useTranslation('trade');
  const set = (change: Partial<OrderFilter>) => onValueChange({ ...value, ...change });
  return (
    <div className="flex flex-col gap-1 px-4 pt-1 @2xl:flex-row @2xl:items-center @2xl:gap-3">
      <div className="@2xl:w-72 @2xl:shrink-0">
        <SearchField
          label={t('searchOrders')}
          clearLabel={t('searchClear')}
          value={value.text}
          onValueChange={(text) => set({ text })}
        />
      </div>
      <fieldset className="no-scrollbar -mx-1 flex min-w-0 gap-2 overflow-x-auto p-1 @2xl:flex-wrap">
        <legend className="sr-only">{t('filter')}</legend>
        <Pill
          title={t('side')}
          value={value.side}
          onValueChange={(side) => set({ side })}
          options={SIDES.map((side) => ({ value: side, label: t(`filter_${side}`) }))}
        />
        {hasChoice(kind) && (
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
        <TimePill value={value} onValueChange={set} />
      </fieldset>
    </div>
  );
}
