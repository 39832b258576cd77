import { Download } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Icon } from '#ui/icon.tsx';
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { Age } from '#ui/numbers/time-text.tsx';
import { CallBox } from './call-box.tsx';
import type { ConsoleOutput } from './calls.ts';
import { type ItemOf, useConsolePages } from './client.ts';
import { saveCsv } from './csv.ts';
import { goTo, linkTo, type Place } from './path.ts';
import { QueueItem } from './queue-item.tsx';
import { useQueueWords } from './queue-texts.ts';

type QueuePlace = Extract<Place, { page: 'queue' }>;
type Row = ItemOf<'consoleQueue'>;

const TABS_ID = 'queue';

/** A queue: its list, and what is open of it beside that. */
export function QueuePage({
  place,
  staff,
}: {
  place: QueuePlace;
  staff: ConsoleOutput<'consoleHome'>['staff'];
}) {
  const { t } = useTranslation('console');
  const { queue, id } = place;
  return (
    <div className="flex flex-col gap-6 lg:flex-row lg:items-start">
      <QueueList key={queue} place={place} />
      <div className="min-w-0 grow">
        {id === undefined ? (
          <EmptyState title={t('chooseOne')} detail={t('chooseHelp')} />
        ) : (
          <QueueItem key={`${queue} ${id}`} queue={queue} id={id} staff={staff} />
        )}
      </div>
    </div>
  );
}

function QueueList({ place }: { place: QueuePlace }) {
  const { t } = useTranslation('console');
  const { queue, show } = place;
  const words = useQueueWords()(queue);
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const { query, items } = useConsolePages('consoleQueue', {
    queue,
    show,
    ...(search === '' ? {} : { search }),
  });
  const field = useRef<HTMLInputElement>(null);
  useListKeys(items, place, field);
  return (
    <section className="flex shrink-0 flex-col gap-3 lg:w-96">
      <h2 className="text-title">{words.title}</h2>
      <ShowTabs place={place} />
      <SearchField
        ref={field}
        label={t('search')}
        clearLabel={t('clear')}
        value={typed}
        onValueChange={setTyped}
      />
      <TabPanel tabsId={TABS_ID} value={show}>
        <CallBox query={query} data={query.data}>
          {() =>
            items.length === 0 ? (
              <EmptyState title={t(search === '' ? EMPTY[show] : 'emptySearch')} />
            ) : (
              <Rows rows={items} place={place} />
            )
          }
        </CallBox>
      </TabPanel>
      <div className="flex flex-wrap gap-2">
        {query.hasNextPage && (
          <Button
            size="medium"
            tone="secondary"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('more')}
          </Button>
        )}
        {items.length > 0 && (
          <Button
            size="medium"
            tone="quiet"
            icon={<Icon icon={Download} size={20} />}
            onClick={() => saveCsv(t('exportedFile', { queue }), cellsOf(items))}
          >
            {t('export')}
          </Button>
        )}
      </div>
    </section>
  );
}

function ShowTabs({ place: { queue, show } }: { place: QueuePlace }) {
  const { t } = useTranslation('console');
  const words = useQueueWords()(queue);
  return (
    <Tabs
      even
      id={TABS_ID}
      label={words.title}
      value={show}
      onValueChange={(next) => goTo({ page: 'queue', queue, show: next })}
      items={[
        { value: 'waiting', label: t('waiting') },
        { value: 'mine', label: t('mine') },
        { value: 'done', label: t('done') },
      ]}
    />
  );
}

const EMPTY = { waiting: 'empty', mine: 'emptyMine', done: 'emptyDone' } as const;
const HEAD = ['id', 'userId', 'title', 'state', 'at', 'owner'];

function cellsOf(rows: readonly Row[]): string[][] {
  const cells = rows.map(({ id, userId, title, state, atMs, owner }) => [
    ...[id, userId ?? '', title, state, new Date(atMs).toISOString()],
    owner?.name ?? '',
  ]);
  return [HEAD, ...cells];
}

/** Only the rows that are seen are in the document, however long the list is. */
function Rows({ rows, place }: { rows: readonly Row[]; place: QueuePlace }) {
  const { t } = useTranslation('console');
  return (
    <section
      aria-label={t('queues')}
      className="max-h-[60dvh] overflow-y-auto rounded-tile border border-line"
    >
      <Virtualizer>
        {rows.map((row) => (
          <QueueRow key={row.id} row={row} place={place} />
        ))}
      </Virtualizer>
    </section>
  );
}

function QueueRow({ row, place }: { row: Row; place: QueuePlace }) {
  const { t } = useTranslation('console');
  const isHere = row.id === place.id;
  const words = useQueueWords()(place.queue);
  return (
    <a
      {...linkTo({ ...place, id: row.id })}
      aria-current={isHere ? 'true' : undefined}
      className={classNames(
        'flex flex-col gap-1 border-b border-line px-4 py-3 -outline-offset-2',
        isHere && 'bg-brand-soft',
      )}
    >
      <span className="truncate text-body font-semibold">{words.rowTitle(row.title)}</span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
        {row.userId !== undefined && <span className="number">{row.userId}</span>}
        <Age atMs={row.atMs} />
        <span>{row.owner === undefined ? t('nobodyOwns') : t('owner', { name: row.owner.name })}</span>
        {row.approval !== undefined && <Badge tone="warn">{t('secondPerson')}</Badge>}
        {row.state !== 'waiting' && <Badge>{words.state(row.state)}</Badge>}
      </span>
    </a>
  );
}

/** J and K move through the list, / searches; nothing while somebody types. */
function useListKeys(
  rows: readonly Row[],
  place: QueuePlace,
  field: { readonly current: HTMLInputElement | null },
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '/') {
        event.preventDefault();
        field.current?.focus();
      }
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0) return;
      const at = rows.findIndex(({ id }) => id === place.id);
      const next = rows[at === -1 ? 0 : at + step];
      if (next !== undefined) goTo({ ...place, id: next.id });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [rows, place, field]);
}
