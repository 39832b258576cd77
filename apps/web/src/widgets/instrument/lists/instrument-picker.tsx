import type { InstrumentRow as InstrumentRowData } from '@tarazu/protocol';
import { SearchX } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productOfSection } from '#products/list.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Segmented } from '#ui/fields/choice.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { InstrumentRow } from './instrument-row.tsx';

export interface InstrumentPickerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (instrument: InstrumentRowData) => void;
  /** The side whose list is shown first. */
  side: 'stock' | 'coin';
}

/** Another instrument for the ticket: by search, or from the list of a side. */
export function InstrumentPicker({ open, onOpenChange, onChoose, side }: InstrumentPickerProps) {
  const { t } = useTranslation('market');
  const choose = (instrument: InstrumentRowData) => {
    onChoose(instrument);
    onOpenChange(false);
  };
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('chooseInstrument')} closeLabel={t('close')}>
      {open && <PickerBody side={side} onChoose={choose} />}
    </Sheet>
  );
}

function PickerBody({ side, onChoose }: Pick<InstrumentPickerProps, 'side' | 'onChoose'>) {
  const { t } = useTranslation('market');
  const [text, setText] = useState('');
  const [shownSide, setShownSide] = useState(side);
  const sought = useDeferredValue(text.trim());
  const isSearch = sought !== '';
  const found = useCall(
    'stockSearch',
    { text: sought, limit: '30' },
    { enabled: isSearch, keepPrevious: true },
  );
  const { list: listCall } = productOfSection(shownSide).calls;
  const stocks = useCall(
    'stockList',
    { sort: 'turnover', direction: 'down', limit: '50' },
    { enabled: !isSearch && listCall === 'stockList' },
  );
  const coins = useCall('coinInfos', {}, { enabled: !isSearch && listCall === 'coinInfos' });
  const query = isSearch ? found : { stockList: stocks, coinInfos: coins }[listCall];
  const list = query.data?.list.filter((instrument) => instrument.kind !== 'index');
  return (
    <>
      <div className="sticky top-0 z-10 flex flex-col gap-2 bg-surface pb-2">
        <SearchField
          label={t('searchLabel')}
          clearLabel={t('searchClear')}
          value={text}
          onValueChange={setText}
        />
        {!isSearch && (
          <Segmented
            label={t('side')}
            value={shownSide}
            onValueChange={setShownSide}
            items={[
              { value: 'stock', label: t('stocks') },
              { value: 'coin', label: t('coins') },
            ]}
          />
        )}
      </div>
      <div className="-mx-4 min-h-96">
        <CallState query={query} data={list} skeleton={<SkeletonRows count={6} />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                icon={SearchX}
                title={t('searchNothing', { text: sought })}
                detail={t('searchNothingText')}
              />
            ) : (
              <ul aria-label={t('chooseInstrument')}>
                {rows.map((instrument) => (
                  <InstrumentRow key={instrument.instrumentId} row={instrument} onChoose={onChoose} />
                ))}
              </ul>
            )
          }
        </CallState>
      </div>
    </>
  );
}
