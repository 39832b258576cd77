import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productOfSection, type Section } from '#products/list.ts';
import { Segmented } from '#ui/fields/choice.tsx';
import { formatNumber } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import type { OrderTab } from '#widgets/instrument/lists/search.ts';
import { countOf } from './count-of.ts';

const LIVE = { state: 'live', limit: '1' } as const;

export interface KindSwitchProps {
  kind: Section;
  /** The tab below, whose orders are counted. */
  tab: Exclude<OrderTab, 'ticket'>;
  onKindChange: (kind: Section) => void;
}

/** Orders of stocks or of coins, each with the number in this tab: none is out of sight on the other side. */
export function KindSwitch({ kind, tab, onKindChange }: KindSwitchProps) {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  const stock = useCall(productOfSection('stock').calls.orders, LIVE).data?.live;
  const coin = useCall(productOfSection('coin').calls.orders, LIVE).data?.live;
  const named = (name: string, live: typeof stock) => {
    const count = live === undefined ? 0 : countOf(live, tab);
    if (count === 0) return name;
    return t('countOf', { name, number: formatNumber(String(count), { settings, decimalsMin: 0 }) });
  };
  return (
    <div className="px-4 pt-2">
      <Segmented
        label={t('stocksOrCoins')}
        value={kind}
        onValueChange={onKindChange}
        items={[
          { value: 'stock', label: named(t('stocks'), stock) },
          { value: 'coin', label: named(t('coins'), coin) },
        ]}
        className="max-w-96"
      />
    </div>
  );
}
