import type { CallOutput } from '#client/calls.ts';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { RuleValue } from './rule-value.tsx';
import { useRuleWords } from './rule-words.ts';

type Content = Pick<CallOutput<'rulebookVersion'>, 'values' | 'tables'>;
type Table = Content['tables'][number];

/** More columns than these do not fit a phone: each row is then a list of its own. */
const COLUMNS_MAX = 4;

/** Values of a rule, then its tables. */
export function RuleContent({ values, tables }: Content) {
  const wordOf = useRuleWords();
  return (
    <div className="flex flex-col gap-4">
      {values.length > 0 && (
        <FactList
          facts={values.map((of) => ({ label: wordOf('field', of.name), value: <RuleValue {...of} /> }))}
        />
      )}
      {tables.map((table) => (
        <RuleTable key={table.name} table={table} />
      ))}
    </div>
  );
}

/** A name stands in the language of its reader alone. */
function useColumns({ columns }: Table) {
  const { language } = useFormat();
  const other = language.startsWith('bn') ? 'name' : 'nameBengali';
  const hasBoth = columns.some(({ name }) => name === 'nameBengali');
  return columns.map((column, at) => ({ ...column, at })).filter(({ name }) => !hasBoth || name !== other);
}

function RuleTable({ table }: { table: Table }) {
  const wordOf = useRuleWords();
  const columns = useColumns(table);
  const title = wordOf('table', table.name);
  if (columns.length > COLUMNS_MAX)
    return (
      <section>
        <h4 className="text-small font-semibold">{title}</h4>
        <div className="mt-2 flex flex-col gap-2">
          {table.rows.map((row) => (
            <Tile key={row.join(' ')}>
              <FactList
                facts={columns.map(({ name, kind, at }) => ({
                  label: wordOf('field', name),
                  value: <RuleValue name={name} kind={kind} value={row[at] ?? ''} />,
                }))}
              />
            </Tile>
          ))}
        </div>
      </section>
    );
  return (
    <table className="w-full text-left text-small">
      <caption className="pb-1 text-left text-small font-semibold">{title}</caption>
      <thead>
        <tr>
          {columns.map(({ name }) => (
            <th key={name} scope="col" className="py-1 pr-3 align-bottom font-normal text-muted last:pr-0">
              {wordOf('field', name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr key={row.join(' ')} className="border-t border-line">
            {columns.map(({ name, kind, at }) => (
              <td key={name} className="py-1.5 pr-3 align-top last:pr-0">
                <RuleValue name={name} kind={kind} value={row[at] ?? ''} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
