import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Icon } from '#ui/icon.tsx';
import { consoleCall } from '../client.ts';
import { saveCsv } from '../csv.ts';
import { useSayError } from '../error-text.ts';
import { linkTo } from '../path.ts';
import { CellValue } from './customer-facts.tsx';
import type { OpenPlace, View } from './customer-types.ts';
import { useCustomerWords } from './customer-words.ts';

type Line = View['lines'][number];

/** Lines that the server looks through for words before it answers with none and where to go on. */
const LINES_SEARCHED = 1_000;

interface CustomerLinesProps {
  view: View;
  place: OpenPlace;
  /** Of all pages that were read. */
  lines: readonly Line[];
  /** How many pages those are. */
  pages: number;
  search: { readonly typed: string; readonly onTyped: (text: string) => void };
  more: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** A list of a part as a table: searched, read page by page, exported with a line of the log. */
export function CustomerLines({ view, place, lines, pages, search, more }: CustomerLinesProps) {
  const { t } = useTranslation('console/customer');
  const { t: ofConsole } = useTranslation('console');
  const words = useCustomerWords();
  const say = useSayError();
  const { userId, part, lists, list } = view;
  const queue = `customer-${userId}-${part}-${list}`;
  const save = useMutation<unknown, CallError>({
    mutationFn: () => consoleCall('consoleExport', { list: part, userId }),
    onSuccess: () => saveCsv(ofConsole('exportedFile', { queue }), cellsOf(lines)),
    onError: say,
  });
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {lists.map((name) => (
          <a
            key={name}
            {...linkTo({ ...place, list: name })}
            aria-current={name === list ? 'true' : undefined}
            className={classNames(
              'flex min-h-11 items-center rounded-input px-3 text-body',
              name === list ? 'bg-brand-soft font-semibold text-brand' : 'text-ink',
            )}
          >
            {words.list(name)}
          </a>
        ))}
        <div className="min-w-64">
          <SearchField
            label={t('searchLines')}
            clearLabel={t('clear')}
            value={search.typed}
            onValueChange={search.onTyped}
          />
        </div>
        {lines.length > 0 && (
          <Button
            size="medium"
            tone="quiet"
            icon={<Icon icon={Download} size={20} />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('export')}
          </Button>
        )}
      </div>
      {lines.length === 0 ? (
        <EmptyState
          title={more.hasNextPage ? t('noLinesYet', { count: pages * LINES_SEARCHED }) : t('noLines')}
        />
      ) : (
        <Table lines={lines} />
      )}
      {more.hasNextPage && (
        <div>
          <Button
            size="medium"
            tone="secondary"
            loading={more.isFetchingNextPage}
            onClick={() => void more.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Names of all cells in the order in which they come: a line leaves out what there is nothing of. */
function columnsOf(lines: readonly Line[]): readonly string[] {
  return [...new Set(lines.flatMap(({ cells }) => cells.map(({ name }) => name)))];
}

const cellOf = ({ cells }: Line, name: string) => cells.find((cell) => cell.name === name);

function cellsOf(lines: readonly Line[]): string[][] {
  const columns = columnsOf(lines);
  const written = (line: Line, name: string): string => {
    const cell = cellOf(line, name);
    return cell?.kind === 'instant' ? new Date(Number(cell.value)).toISOString() : (cell?.value ?? '');
  };
  return [[...columns], ...lines.map((line) => columns.map((name) => written(line, name)))];
}

function Table({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('console/customer');
  const words = useCustomerWords();
  const columns = columnsOf(lines);
  return (
    // A table that is wider than its page is moved by the arrow keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys
    <section aria-label={t('lines')} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left text-small">
        <thead className="text-muted">
          <tr className="*:px-2 *:py-2 *:font-medium">
            {columns.map((name) => (
              <th key={name} scope="col">
                {words.fact(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} className="border-t border-line *:px-2 *:py-2">
              {columns.map((name) => {
                const cell = cellOf(line, name);
                return <td key={name}>{cell === undefined ? '–' : <CellValue cell={cell} />}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
