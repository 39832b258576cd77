import { useNavigate } from '@tanstack/react-router';
import { History, SearchX } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useCall } from '#client/query.ts';
import { searchHistorySlice, viewedInstrumentsSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Overview, Page, Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { useScreenShape } from '#ui/layout/screen.ts';
import { instrumentHref } from '#widgets/instrument/ids.ts';
import { InstrumentList } from '#widgets/instrument/lists/instrument-list.tsx';
import { SavedInstruments } from '#widgets/instrument/lists/saved-instruments.tsx';
import { exactMatch, walkRows } from '#widgets/instrument/lists/search-keys.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import { WatchlistSection } from '#widgets/watchlists/manage/watchlist.tsx';

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
  const shape = useScreenShape();
  const isWide = shape === 'tablet' || shape === 'desktop';
  const hasPast = useHasPast();
  const navigate = useNavigate();
  const result = useSearch(sought);
  const submit = () => {
    remember(text);
    const match = exactMatch(result.data?.list ?? [], text);
    if (match !== undefined) void navigate({ href: instrumentHref(match) });
  };
  const field = (
    <div className="flex flex-col gap-3 px-4 pt-1 pb-2">
      <SearchField
        label={t('searchLabel')}
        clearLabel={t('searchClear')}
        value={text}
        onValueChange={setText}
        onSubmit={submit}
        autoFocus
      />
      <span>
        <MarketLabel />
      </span>
    </div>
  );
  const start = hasPast
    ? { first: <Past onChoose={setText} />, second: <MostTraded /> }
    : { first: <MostTraded />, second: isWide && <WatchlistSection /> };
  const found = {
    first: <Found text={sought} query={result} instead={!isWide && <MostTraded />} />,
    second: isWide && <MostTraded />,
  };
  return (
    <Page flush room="overview" header={<BackBar title={t('search')} />}>
      <div className="contents" onKeyDownCapture={walkRows}>
        <Overview top={field} {...(sought === '' ? start : found)} />
      </div>
    </Page>
  );
}

function useSearch(text: string) {
  return useCall('stockSearch', { text, limit: '50' }, { enabled: text !== '', keepPrevious: true });
}

interface FoundProps {
  text: string;
  /** Below the word that nothing was found. */
  instead: ReactNode;
  query: ReturnType<typeof useSearch>;
}

function Found({ text, query, instead }: FoundProps) {
  const { t } = useTranslation('market');
  return (
    <div
      onClickCapture={() => remember(text)}
      onKeyDownCapture={(event) => event.key === 'Enter' && remember(text)}
    >
      <CallState query={query} data={query.data} skeleton={<SkeletonRows count={6} />}>
        {({ list }) =>
          list.length === 0 ? (
            <>
              <EmptyState
                icon={SearchX}
                title={t('searchNothing', { text })}
                detail={t('searchNothingText')}
              />
              {instead}
            </>
          ) : (
            <InstrumentList list={list} label={t('searchFound')} />
          )
        }
      </CallState>
    </div>
  );
}

/** Whether something was sought or looked at before on this device. */
function useHasPast(): boolean {
  const history = searchHistorySlice.use();
  const viewed = viewedInstrumentsSlice.use();
  return history.length > 0 || viewed.length > 0;
}

function Past({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation('market');
  const history = searchHistorySlice.use();
  const viewed = viewedInstrumentsSlice.use();
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
          <SavedInstruments ids={viewed} label={t('viewed')} />
        </Section>
      )}
    </>
  );
}

function MostTraded() {
  const { t } = useTranslation('market');
  const hot = useCall('stockHot', { by: 'turnover', limit: '8' });
  return (
    <Section title={t('mostTraded')} flush>
      <CallState query={hot} data={hot.data} skeleton={<SkeletonRows count={8} />}>
        {({ list }) => <InstrumentList list={list} label={t('mostTraded')} />}
      </CallState>
    </Section>
  );
}
