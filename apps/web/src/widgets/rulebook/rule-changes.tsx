import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { RuleValue } from './rule-value.tsx';
import { useRuleWords } from './rule-words.ts';

type Change = CallOutput<'rulebookDiff'>['rules'][number]['changes'][number];

/** One value a line: what it is, what it was, what it is now. */
export function RuleChanges({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('rules/rulebook');
  const nameOf = useChangeName();
  return (
    <table className="w-full text-left text-small">
      <thead>
        <tr className="text-muted">
          <td className="py-1 pr-3" />
          <th scope="col" className="py-1 pr-3 font-normal">
            {t('before')}
          </th>
          <th scope="col" className="py-1 font-normal">
            {t('after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => {
          const { name, kind, before, after } = change;
          const label = nameOf(change);
          return (
            <tr key={`${change.table} ${change.row} ${name}`} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-3 align-top font-normal">
                {label}
              </th>
              <td className="py-1.5 pr-3 align-top text-muted">
                {before === undefined ? t('nothing') : <RuleValue name={name} kind={kind} value={before} />}
              </td>
              <td className="py-1.5 align-top font-semibold">
                {after === undefined ? t('nothing') : <RuleValue name={name} kind={kind} value={after} />}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A value of a table is named by its table and row besides. */
function useChangeName(): (change: Change) => string {
  const { t } = useTranslation('rules/rulebook');
  const wordOf = useRuleWords();
  return ({ table, row, name }) => {
    const field = wordOf('field', name);
    if (table === undefined || row === undefined) return field;
    const isPlace = /^\d{1,3}$/.test(row);
    const rowName = isPlace ? t('row', { row }) : wordOf('value', row);
    return `${wordOf('table', table)} · ${rowName} · ${field}`;
  };
}
