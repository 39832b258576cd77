import { useQuery } from '@tanstack/react-query';
import {
  type FillOpening,
  type OpenReason,
  type ProofCheck,
  type ProofCheckName,
  proofVerdict,
} from '@tarazu/core/proof';
import { parseDecimal } from '@tarazu/core/values';
import { CircleCheck, CircleDashed, CircleX, Lock } from 'lucide-react';
import type { CallOutput } from '#client/calls.ts';
import { type CheckedFill, checkFillWhole } from '#client/proof/fill-check.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { CallState } from '#widgets/session/call-state.tsx';

type Evidence = CallOutput<'fillEvidence'>;

/** A head is made every few seconds: until one covers the fill it is asked for again. */
const NEXT_HEAD_MS = 3_000;

/**
 * The whole way of a fill, gone here and now from what this
 * device kept; what the server computed is not believed.
 */
export default function FillVerdict({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('trade');
  const { environment } = useSession();
  const check = useQuery({
    queryKey: ['fillCheck', evidence.fill.id, environment],
    queryFn: () => checkFillWhole(evidence.fill.id),
    refetchInterval: ({ state }) => (isUncovered(state.data) ? NEXT_HEAD_MS : false),
  });
  return (
    <section aria-label={t('check')} className="mt-3 border-t border-line pt-3">
      <CallState query={check} data={check.data} skeleton={<SkeletonText lines={8} />}>
        {(checked) => <Checked evidence={evidence} checked={checked} />}
      </CallState>
    </section>
  );
}

/**
 * The checks that the next signed head shows; those that wait for an auction come with the end of the day.
 */
const WAITS: ReadonlySet<ProofCheckName> = new Set(['log', 'head']);

function isUncovered(checked: CheckedFill | undefined): boolean {
  return checked?.checks.some(({ name, reason }) => WAITS.has(name) && reason === 'later') ?? false;
}

function Checked({ evidence, checked }: { evidence: Evidence; checked: CheckedFill }) {
  const { t } = useTranslation('trade');
  const { opening } = checked.proof;
  const checks = onScreen(evidence, checked);
  return (
    <>
      <Result checks={checks} />
      <ul className="mt-2 flex flex-col gap-2">
        {checks.map((check) => (
          <CheckLine key={check.name} check={check} how={opening.how} />
        ))}
      </ul>
      <WhoKnewEnd end={opening.auction?.end} />
      <p className="mt-3 text-small font-semibold">{t('checkLimits')}</p>
      <p className="text-small text-muted">{t('checkLimitsSealed')}</p>
      <p className="mt-1 text-small text-muted">{t('checkLimitsOperator')}</p>
      <p className="mt-3 text-small text-muted">{t('checkHow')}</p>
      <p className="number mt-1 text-small break-all whitespace-normal select-all">
        {commandOf(evidence.fill.id, checked)}
      </p>
    </>
  );
}

/** Note on who knew the second of an auction and what choosing it would have taken; none without rule 2. */
function WhoKnewEnd({ end }: { end: NonNullable<FillOpening['auction']>['end'] }) {
  const { t } = useTranslation('trade');
  if (end?.rule !== 2) return null;
  const { mix, beacon } = end;
  const isByBeacon = mix?.randomness !== undefined && beacon !== undefined;
  return (
    <p className="mt-2 text-small text-muted">
      {isByBeacon ? t('checkEndWhoBeacon', { round: String(beacon.round) }) : t('checkEndWho')}
    </p>
  );
}

/** Green only where every step of the way agrees. */
function Result({ checks }: { checks: readonly ProofCheck[] }) {
  const { t } = useTranslation('trade');
  const verdict = proofVerdict(checks);
  if (verdict === 'wrong')
    return (
      <Notice tone="danger" live title={t('checkFailed')}>
        {t('checkFailedText')}
      </Notice>
    );
  if (verdict === 'open')
    return (
      <Notice tone="warn" title={t('checkOpen')}>
        {t('checkOpenText')}
      </Notice>
    );
  return <p className="text-small font-semibold text-good">{t('checkPassed')}</p>;
}

/** The same on any computer, with what this device holds. */
function commandOf(id: string, { receipt, content, publicKey }: CheckedFill): string {
  const given = [
    receipt && `--receipt ${receipt.leafHash}`,
    // A hash in base64url may begin with a dash, which is no option.
    content && `--content=${content}`,
    publicKey && `--key ${publicKey}`,
  ];
  return ['npm run check-fill --', id, ...given.filter(Boolean)].join(' ');
}

const ICONS = { agrees: CircleCheck, differs: CircleX, sealed: Lock, open: CircleDashed } as const;
const INKS = {
  agrees: 'text-good',
  differs: 'text-danger',
  sealed: 'text-muted',
  open: 'text-warn',
} as const;

function CheckLine({ check, how }: { check: ProofCheck; how: FillOpening['how'] }) {
  const { t } = useTranslation('trade');
  const { name, state, reason, detail } = check;
  return (
    <li className="flex gap-2 text-small">
      <Icon icon={ICONS[state]} size={16} label={t(`check_${state}`)} className={`mt-0.5 ${INKS[state]}`} />
      <span>
        {t(name === 'book' && how === 'auction' ? 'check_uncrossing' : `check_${name}`)}
        {state === 'sealed' && <span className="text-muted"> {t('checkSealed')}</span>}
        {state === 'open' && reason !== undefined && (
          <span className="text-muted">
            {' '}
            <OpenText name={name} reason={reason} />
          </span>
        )}
        {state === 'differs' && detail !== undefined && (
          <span className="number block break-all whitespace-normal text-danger">{detail}</span>
        )}
      </span>
    </li>
  );
}

function OpenText({ name, reason }: { name: ProofCheckName; reason: OpenReason }) {
  const { t } = useTranslation('trade');
  if (reason !== 'later') return t(`checkOpen_${reason}`);
  return WAITS.has(name) ? t('checkOpen_later', { seconds: NEXT_HEAD_MS / 1000 }) : t('checkEndWaits');
}

/** The way must also be that of the fill on the screen: a true way of another fill shows nothing. */
function onScreen({ fill, journalHash }: Evidence, { proof, checks }: CheckedFill): ProofCheck[] {
  const { opening } = proof;
  const problem = screenProblem(fill, opening);
  const wrong: ProofCheckName | undefined =
    problem === undefined ? (journalHash === opening.entry.leafHash ? undefined : 'entry') : 'value';
  return checks.map((check) =>
    check.name === wrong ? { name: wrong, state: 'differs', detail: problem ?? journalHash } : check,
  );
}

function screenProblem(fill: Evidence['fill'], opening: FillOpening): string | undefined {
  const { instrument, own, sequence, index } = opening;
  const disclosed = opening.fills.find((one) => one.index === index);
  const charged = Object.values(own.charges).reduce((sum, charge) => sum + BigInt(charge), 0n);
  const shown: readonly (readonly [string, string, number])[] = [
    [fill.price, disclosed?.price ?? '', instrument.priceScale],
    [fill.quantity, disclosed?.quantity ?? '', instrument.baseScale],
    [fill.value, own.value, instrument.quoteScale],
    [fill.charges, String(charged), instrument.quoteScale],
  ];
  if (fill.id !== `${sequence}-${index}` || fill.side !== own.side)
    return `${fill.id} ≠ ${sequence}-${index}`;
  const wrong = shown.find(([text, units, scale]) => String(parseDecimal(text, scale)) !== units);
  return wrong && `${wrong[0]} ≠ ${wrong[1]}`;
}
