import { Download } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { CallBox } from './call-box.tsx';
import type { ConsoleOutput } from './calls.ts';
import { type ItemOf, useConsolePages } from './client.ts';
import { saveCsv } from './csv.ts';
import { linkTo } from './path.ts';
import { useLogWords, useQueueWords } from './queue-texts.ts';

type Entry = ItemOf<'consoleLog'>;

interface LogPageProps {
  /** Only what concerns this customer. */
  userId: string | undefined;
  log: ConsoleOutput<'consoleHome'>['log'];
}

/** The staff log: who did or looked at what, chained and signed. */
export function LogPage({ userId, log }: LogPageProps) {
  const { t } = useTranslation('console');
  const { query, items } = useConsolePages('consoleLog', userId === undefined ? {} : { userId });
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="grow text-title">
          {userId === undefined ? t('log') : `${t('log')} · ${t('customer', { userId })}`}
        </h2>
        {userId !== undefined && (
          <Button size="medium" tone="quiet" render={<a {...linkTo({ page: 'log' })}>.</a>}>
            {t('allCustomers')}
          </Button>
        )}
        {items.length > 0 && (
          <Button
            size="medium"
            tone="quiet"
            icon={<Icon icon={Download} size={20} />}
            onClick={() => saveCsv(t('exportedFile', { queue: 'staff-log' }), cellsOf(items))}
          >
            {t('export')}
          </Button>
        )}
      </div>
      {log !== undefined && log.problem === undefined && (
        <p className="text-small text-muted">{t('logWhole', { entries: String(log.entries) })}</p>
      )}
      <CallBox query={query} data={query.data}>
        {() => (items.length === 0 ? <EmptyState title={t('logEmpty')} /> : <Entries entries={items} />)}
      </CallBox>
      {query.hasNextPage && (
        <div>
          <Button
            size="medium"
            tone="secondary"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </div>
      )}
    </section>
  );
}

const HEAD = ['sequence', 'at', 'staff', 'act', 'userId', 'queue', 'item', 'what', 'reason', 'hash'];

function cellsOf(entries: readonly Entry[]): string[][] {
  const cells = entries.map(({ sequence, atMs, staff, act, userId, queue, item, what, reason, hash }) => [
    ...[String(sequence), new Date(atMs).toISOString(), staff.name, act],
    ...[userId, queue, item, what, reason].map((value) => value ?? ''),
    hash,
  ]);
  return [HEAD, ...cells];
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('console');
  return (
    <section aria-label={t('log')} className="overflow-x-auto">
      <table className="w-full text-left text-small">
        <thead className="text-muted">
          <tr className="*:px-2 *:py-2 *:font-medium">
            <th scope="col">{t('number')}</th>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('who')}</th>
            <th scope="col">{t('what')}</th>
            <th scope="col">{t('reason')}</th>
            <th scope="col">{t('aboutWhom')}</th>
            <th scope="col">{t('hash')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <EntryRow key={entry.sequence} entry={entry} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const HASH_SHOWN = 12;

function EntryRow({ entry }: { entry: Entry }) {
  const words = useLogWords();
  const wordsOf = useQueueWords();
  const { userId, queue, act, what, reason } = entry;
  return (
    <tr className="border-t border-line *:px-2 *:py-2">
      <td className="number">{entry.sequence}</td>
      <td>
        <TimeText atMs={entry.atMs} />
      </td>
      <td>{entry.staff.name}</td>
      <td>
        {queue !== undefined && `${wordsOf(queue).title}: `}
        {words.act(act)}
        {what !== undefined && ` · ${words.what(act, what)}`}
      </td>
      <td>{reason !== undefined && words.reason(act, reason)}</td>
      <td>
        {userId !== undefined && (
          <a
            {...linkTo({ page: 'log', userId })}
            className="number inline-flex min-h-11 items-center text-brand underline"
          >
            {userId}
          </a>
        )}
      </td>
      <td className="number">{entry.hash.slice(0, HASH_SHOWN)}</td>
    </tr>
  );
}
