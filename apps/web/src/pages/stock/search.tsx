import { History, SearchX } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useCall } from '#client/query.ts';
import { searchHistorySlice, viewedInstrumentsSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { InstrumentList } from '#widgets/instrument/lists/instrument-list.tsx';
import { KeptInstruments } from '#widgets/instrument/lists/kept-instruments.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';

const HISTORY_MAX = 20;

function remember(text: string): void {
  const sought = text.trim();
  if (sought === '') return;
  searchHistorySlice.update((history) =>
    [sought, ...history.filter((one) => one !== sought)].slice(0, HISTORY_MAX),
  );
}

export default function SearchPage() {
  const { t } = useTranslation('market');
  const [text, setText] = useState('');
  const sought = useDeferredValue(text.trim());
  return (
    <Page flush header={<BackBar title={t('search')} />}>
      <div className="flex flex-col gap-3 px-4 pt-1 pb-2">
        <SearchField
          label={t('searchLabel')}
          clearLabel={t('searchClear')}
          value={text}
          onValueChange={setText}
          onSubmit={() => remember(text)}
          autoFocus
        />
        <span>
          <MarketLabel />
        </span>
      </div>
      {sought === '' ? <SearchHistory onChoose={setText} /> : <Found text={sought} />}
    </Page>
  );
}

function Found({ text }: { text: string }) {
  const { t } = useTranslation('market');
  const found = useCall('stockSearch', { text, limit: '50' }, { keepPrevious: true });
  return (
    <div
      onClickCapture={() => remember(text)}
      onKeyDownCapture={(event) => event.key === 'Enter' && remember(text)}
    >
      <CallState query={found} data={found.data} skeleton={<SkeletonRows count={6} />}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState icon={SearchX} title={t('searchNothing', { text })} detail={t('searchNothingText')} />
          ) : (
            <InstrumentList list={list} label={t('searchFound')} />
          )
        }
      </CallState>
    </div>
  );
}

function SearchHistory({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation('market');
  const history = searchHistorySlice.use();
  const viewed = viewedInstrumentsSlice.use();
  const hot = useCall('stockHot', { by: 'turnover', limit: '8' });
  const clear = (
    <Button size="small" tone="quiet" onClick={() => searchHistorySlice.clear()}>
      {t('historyClear')}
    </Button>
  );
  return (
    <>
      {history.length > 0 && (
        <Section title={t('history')} action={clear} flush>
          <List label={t('history')}>
            {history.map((text) => (
              <Row
                key={text}
                compact
                leading={<Icon icon={History} size={20} className="text-muted" />}
                title={text}
                onClick={() => onChoose(text)}
              />
            ))}
          </List>
        </Section>
      )}
      {viewed.length > 0 && (
        <Section title={t('viewed')} flush>
          <KeptInstruments ids={viewed} label={t('viewed')} />
        </Section>
      )}
      <Section title={t('mostTraded')} flush>
        <CallState query={hot} data={hot.data} skeleton={<SkeletonRows count={8} />}>
          {({ list }) => <InstrumentList list={list} label={t('mostTraded')} />}
        </CallState>
      </Section>
    </>
  );
}
