import {
  checkFill,
  type FillCheck,
  type FillCheckName,
  type FillOpening,
  isFillDerived,
  sha256,
} from '@tarazu/core/proof';
import { parseDecimal } from '@tarazu/core/values';
import { CircleCheck, CircleX, Lock } from 'lucide-react';
import { useMemo } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Icon } from '#ui/icon.tsx';

type Evidence = CallOutput<'fillEvidence'>;

/** The fill derived again, here and now, from what the journal says; what the server computed is not believed. */
export default function FillVerdict({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('trade');
  const checks = useMemo(() => checksOf(evidence), [evidence]);
  const isDerived = isFillDerived(checks);
  return (
    <section aria-label={t('check')} className="mt-3 border-t border-line pt-3">
      {isDerived ? (
        <p className="text-small font-semibold text-good">{t('checkPassed')}</p>
      ) : (
        <Notice tone="danger" live title={t('checkFailed')}>
          {t('checkFailedText')}
        </Notice>
      )}
      <ul className="mt-2 flex flex-col gap-2">
        {checks.map((check) => (
          <CheckLine key={check.name} check={check} how={evidence.opening.how} />
        ))}
      </ul>
      <p className="mt-2 text-small text-muted">{t('checkHow')}</p>
      <p className="number mt-1 text-small break-all whitespace-normal select-all">
        {`npm run check-fill -- ${evidence.fill.id}`}
      </p>
    </section>
  );
}

const ICONS = { agrees: CircleCheck, differs: CircleX, sealed: Lock } as const;
const INKS = { agrees: 'text-good', differs: 'text-danger', sealed: 'text-muted' } as const;

function CheckLine({ check, how }: { check: FillCheck; how: FillOpening['how'] }) {
  const { t } = useTranslation('trade');
  const { name, state, detail } = check;
  return (
    <li className="flex gap-2 text-small">
      <Icon icon={ICONS[state]} size={16} label={t(`check_${state}`)} className={`mt-0.5 ${INKS[state]}`} />
      <span>
        {t(name === 'book' && how === 'auction' ? 'check_uncrossing' : `check_${name}`)}
        {state === 'sealed' && (
          <span className="text-muted"> {t(name === 'end' ? 'checkEndWaits' : 'checkSealed')}</span>
        )}
        {state === 'differs' && detail !== undefined && (
          <span className="number block break-all whitespace-normal text-danger">{detail}</span>
        )}
      </span>
    </li>
  );
}

/** The opening must also be that of the fill on the screen: a true opening of another fill shows nothing. */
function checksOf({ fill, opening, journalHash }: Evidence): FillCheck[] {
  const checks = checkFill(opening, sha256);
  const problem = screenProblem(fill, opening);
  const wrong: FillCheckName | undefined =
    problem === undefined ? (journalHash === opening.entry.leafHash ? undefined : 'entry') : 'value';
  return checks.map((check) =>
    check.name === wrong ? { name: wrong, state: 'differs', detail: problem ?? journalHash } : check,
  );
}

function screenProblem(fill: Evidence['fill'], opening: FillOpening): string | undefined {
  const { instrument, own, sequence, index } = opening;
  const told = opening.fills.find((one) => one.index === index);
  const charged = Object.values(own.charges).reduce((sum, charge) => sum + BigInt(charge), 0n);
  const shown: readonly (readonly [string, string, number])[] = [
    [fill.price, told?.price ?? '', instrument.priceScale],
    [fill.quantity, told?.quantity ?? '', instrument.baseScale],
    [fill.value, own.value, instrument.quoteScale],
    [fill.charges, String(charged), instrument.quoteScale],
  ];
  if (fill.id !== `${sequence}-${index}` || fill.side !== own.side)
    return `${fill.id} ≠ ${sequence}-${index}`;
  const wrong = shown.find(([text, units, scale]) => String(parseDecimal(text, scale)) !== units);
  return wrong && `${wrong[0]} ≠ ${wrong[1]}`;
}
