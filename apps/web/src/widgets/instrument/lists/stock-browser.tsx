import { MINUTE_MS } from '@tarazu/core/units';
import { ArrowUpDown } from 'lucide-react';
import { useState } from 'react';
import type { CallInput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Chips } from '#ui/fields/choice.tsx';
import { OptionSheet } from '#ui/fields/select-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useSectorName } from '#widgets/instrument/sector-name.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { InstrumentList } from './instrument-list.tsx';

const SORTS = ['turnover_down', 'change_up', 'change_down', 'price_down', 'price_up', 'symbol_up'] as const;
export type Sort = (typeof SORTS)[number];

const ORDERS: Readonly<Record<Sort, Pick<CallInput<'stockList'>, 'sort' | 'direction'>>> = {
  turnover_down: { sort: 'turnover', direction: 'down' },
  change_up: { sort: 'change', direction: 'down' },
  change_down: { sort: 'change', direction: 'up' },
  price_down: { sort: 'price', direction: 'down' },
  price_up: { sort: 'price', direction: 'up' },
  symbol_up: { sort: 'symbol', direction: 'up' },
};

/** How a list stands: kept while the app runs, so that the way back finds it as it was. */
const chosen: { sort: Sort; sector: string } = { sort: 'turnover_down', sector: '' };

export interface SortButtonProps {
  sort: Sort;
  onSortChange: (sort: Sort) => void;
}

export function SortButton({ sort, onSortChange }: SortButtonProps) {
  const { t } = useTranslation('market');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={ArrowUpDown}
        label={t('sortBy', { sort: t(`sort_${sort}`) })}
        tone={sort === 'turnover_down' ? 'muted' : 'brand'}
        onClick={() => setOpen(true)}
      />
      <OptionSheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('sort')}
        value={sort}
        onValueChange={onSortChange}
        options={SORTS.map((value) => ({ value, label: t(`sort_${value}`) }))}
        closeLabel={t('close')}
      />
    </>
  );
}

/** All stocks, live, by sector and in any order. */
export function StockBrowser() {
  const { t } = useTranslation('market');
  const [sort, setSort] = useState(chosen.sort);
  const [sector, setSector] = useState(chosen.sector);
  const input = { ...ORDERS[sort], limit: '100', ...(sector === '' ? {} : { sector }) };
  const query = useCall('stockList', input, {
    everyMs: MINUTE_MS,
    keepPrevious: true,
  });
  const { data } = query;
  const sectors = data?.sectors ?? [];
  const nameOf = useSectorName();
  const choose = (change: Partial<typeof chosen>) => {
    Object.assign(chosen, change);
    setSort(chosen.sort);
    setSector(chosen.sector);
  };
  return (
    <>
      <div className="flex items-center pr-1 pl-3">
        <div className="min-w-0 grow">
          <Chips
            label={t('sector')}
            value={sector}
            onValueChange={(value) => choose({ sector: value })}
            items={[
              { value: '', label: t('allSectors') },
              ...sectors.map((name) => ({ value: name, label: nameOf(name) })),
            ]}
          />
        </div>
        <SortButton sort={sort} onSortChange={(value) => choose({ sort: value })} />
      </div>
      <CallState query={query} data={data} skeleton={<SkeletonRows count={8} />}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={t('noStocks')} />
          ) : (
            <InstrumentList list={list} label={t('stocks')} />
          )
        }
      </CallState>
    </>
  );
}
