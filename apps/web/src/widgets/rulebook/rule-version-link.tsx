import { Link } from '@tanstack/react-router';
import { useTranslation } from '#locales/i18n.ts';
import { TextLink } from '#ui/text-link.tsx';

export interface RuleVersionLinkProps {
  version: string;
  /** The name of the version alone, where a label stands before it. */
  bare?: boolean | undefined;
}

/** Leads from a charge, posting or limit to the version of the rule that decided it. */
export function RuleVersionLink({ version, bare = false }: RuleVersionLinkProps) {
  const { t } = useTranslation('shell');
  return (
    <TextLink
      standing
      render={<Link to="/pages/common/rulebook" search={{ version }} activeOptions={{ exact: true }} />}
    >
      <span className="break-all">{bare ? version : t('ruleVersion', { version })}</span>
    </TextLink>
  );
}
