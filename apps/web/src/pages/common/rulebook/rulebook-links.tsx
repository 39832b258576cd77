import { Link } from '@tanstack/react-router';
import { useTranslation } from '#locales/i18n.ts';
import { List, Row } from '#ui/layout/row.tsx';

const PATH = '/pages/common/rulebook';
/** The page is the same whatever its address asks for: only the same question is where one is already. */
const SAME = { exact: true } as const;

/** The ways on: every version of the rule that is shown, and the whole rulebook. */
export function RulebookLinks({ rule }: { rule?: string | undefined }) {
  const { t } = useTranslation('rules/rulebook');
  return (
    <div className="pt-4">
      <List label={t('title')}>
        {rule !== undefined && (
          <Row
            compact
            chevron
            title={t('allVersions')}
            render={<Link to={PATH} search={{ rule }} activeOptions={SAME} />}
          />
        )}
        <Row
          compact
          chevron
          title={t('wholeRulebook')}
          render={<Link to={PATH} search={{}} activeOptions={SAME} />}
        />
      </List>
    </div>
  );
}
