import type { OwnOrder } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';

import { FactList } from '#ui/layout/tile.tsx';
import { CHARGE_TERMS, chargeTerms } from '#widgets/help/term.ts';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import { RuleVersionLink } from '#widgets/rulebook/rule-version-link.tsx';

/** A charge's name in words. */
export function useChargeName(): (name: string) => string {
  const { t } = useTranslation('trade');
  return (name) => {
    const known = CHARGE_TERMS.find((one) => one === name);
    return known === undefined ? name : t(`charge_${known}`);
  };
}

/** The cost of the order so far, line by line, with the version of the rules that say so. */
export function OrderCharges({
  order,
  open = false,
}: {
  order: Pick<OwnOrder, 'charges' | 'quoteAsset'>;
  open?: boolean | undefined;
}) {
  const { t } = useTranslation('trade');
  const nameOf = useChargeName();
  const money = (value: string) => <PlainMoney value={value} asset={order.quoteAsset} />;
  return (
    <Disclosure title={t('charges')} value={money(order.charges.total)} defaultOpen={open}>
      <FactList
        facts={order.charges.lines.map((line) => ({ label: nameOf(line.name), value: money(line.amount) }))}
      />
      <p className="flex items-center justify-between text-small text-muted">
        <RuleVersionLink version={order.charges.ruleVersion} />
        <TermHelp label={t('charges')} terms={chargeTerms(order.charges.lines)} />
      </p>
    </Disclosure>
  );
}
