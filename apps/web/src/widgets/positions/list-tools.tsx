import { ArrowUpDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Segmented } from '#ui/fields/choice.tsx';
import { OptionSheet } from '#ui/fields/select-field.tsx';
import { Icon } from '#ui/icon.tsx';
import { currencySymbol } from '#ui/numbers/format.ts';
import { POSITION_SORTS, type PositionSort, type ProfitUnit } from './sort.ts';

export interface PositionOrder {
  readonly sort: PositionSort;
  readonly unit: ProfitUnit;
}

export interface ListToolsProps {
  order: PositionOrder;
  /** Stands on the button for amounts. */
  asset: string;
  onOrder: (order: PositionOrder) => void;
}

/** Above the positions: their order, and whether gains are told in money or percent. */
export function ListTools({ order, asset, onOrder }: ListToolsProps) {
  const { t } = useTranslation('trade');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex items-center justify-between gap-3 px-4 pb-1">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('sortedBy', { sort: t(`sortPositions_${order.sort}`) })}
        onClick={() => setOpen(true)}
        className="pressable -ml-2 flex min-h-11 min-w-0 items-center gap-2 rounded-input px-2 text-small font-semibold text-muted [--pressed:var(--sunken)]"
      >
        <Icon icon={ArrowUpDown} size={18} />
        <span className="truncate">{t(`sortPositions_${order.sort}`)}</span>
      </button>
      <Segmented
        label={t('profitUnit')}
        className="w-36 shrink-0"
        value={order.unit}
        onValueChange={(unit) => onOrder({ ...order, unit })}
        items={[
          { value: 'amount', label: currencySymbol(asset) },
          { value: 'percent', label: '%' },
        ]}
      />
      <OptionSheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('sortPositions')}
        value={order.sort}
        onValueChange={(sort) => onOrder({ ...order, sort })}
        options={POSITION_SORTS.map((value) => ({ value, label: t(`sortPositions_${value}`) }))}
        closeLabel={t('close')}
      />
    </div>
  );
}
