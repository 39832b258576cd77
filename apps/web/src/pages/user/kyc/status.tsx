import { Link } from '@tanstack/react-router';
import { BadgeCheck, CircleX, Clock3, IdCard } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { stream } from '#client/live.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { Countdown, TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { dayText } from '../parts/day-text.ts';
import { AppealSheet } from './appeal-sheet.tsx';
import { IdentityLimits } from './limits.tsx';
import { type Auth, DOCUMENT_WORDS, type IdentityCase, REASON_WORDS } from './words.ts';

const HEADS = {
  none: { icon: IdCard, label: 'idNone', text: 'noneText', tone: 'text-brand' },
  pending: { icon: Clock3, label: 'idPending', text: 'pendingText', tone: 'text-warn' },
  succ: { icon: BadgeCheck, label: 'idSucc', text: 'succText', tone: 'text-good' },
  fail: { icon: CircleX, label: 'idFail', text: 'failText', tone: 'text-danger' },
} as const;

/** How far the verification is, what to change, and what it allows. */
export function IdentityStatus({ auth }: { auth: Auth }) {
  const { t } = useTranslation('identity');
  const [newest, ...before] = auth.history;
  const { icon, label, text, tone } = HEADS[auth.idStatus];
  return (
    <>
      <section aria-live="polite" className="flex flex-col items-center gap-2 px-6 pt-6 text-center">
        <Icon icon={icon} size={44} className={tone} />
        <h2 className="text-title">{t(label)}</h2>
        <p className="text-body text-muted">{t(text)}</p>
        {auth.idStatus === 'pending' && newest !== undefined && <Waiting shown={newest} />}
      </section>
      <div className="flex flex-col gap-4 px-4 pt-5">
        {newest?.state === 'fail' && <Reasons failed={newest} />}
        {newest?.expiresSoon === true && (
          <Notice tone="warn" title={t('expiresSoon')}>
            {t('expiresSoonText')}
          </Notice>
        )}
        <Acts auth={auth} newest={newest} />
      </div>
      {newest !== undefined && (
        <Section title={t('sent')}>
          <Tile>
            <CaseFacts shown={newest} />
          </Tile>
        </Section>
      )}
      <IdentityLimits auth={auth} />
      <HowDecided isSandbox={auth.isSandbox} />
      {before.length > 0 && <History cases={before} />}
    </>
  );
}

function Waiting({ shown }: { shown: IdentityCase }) {
  const { t } = useTranslation('identity');
  return (
    <p className="number text-body">
      {t(shown.stage === 'automatic' ? 'dueAutomatic' : shown.stage === 'appeal' ? 'dueAppeal' : 'dueManual')}{' '}
      <Countdown untilMs={shown.dueAtMs} clockOffsetMs={stream.clockOffsetMs()} />
    </p>
  );
}

function Reasons({ failed }: { failed: IdentityCase }) {
  const { t } = useTranslation('identity');
  return (
    <Notice tone="danger" title={t('whatToChange')}>
      <ul className="mt-1 flex flex-col gap-2">
        {failed.reasons.map((reason) => {
          const [title, fix] = REASON_WORDS[reason];
          return (
            <li key={reason}>
              <span className="block font-semibold">{t(title)}</span>
              {t(fix)}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

function Acts({ auth, newest }: { auth: Auth; newest: IdentityCase | undefined }) {
  const { t } = useTranslation('identity');
  const [isAppealing, setAppealing] = useState(false);
  if (auth.idStatus === 'pending') return null;
  const label = auth.idStatus === 'succ' ? 'changeDocument' : auth.idStatus === 'fail' ? 'resubmit' : 'begin';
  return (
    <>
      {auth.triesLeft === 0 ? (
        <Notice tone="warn" title={t('noTries')}>
          {t('noTriesText')} <TimeText atMs={auth.countsEndAtMs} zone />
        </Notice>
      ) : (
        <Button
          wide
          tone={auth.idStatus === 'succ' ? 'secondary' : 'main'}
          render={<Link to="/pages/user/kyc" search={{ step: 'document' }} />}
        >
          {t(label)}
        </Button>
      )}
      {auth.idStatus !== 'succ' && auth.triesLeft > 0 && (
        <p className="text-center text-small text-muted">{t('triesLeft', { count: auth.triesLeft })}</p>
      )}
      {newest?.appealUntilMs !== undefined && (
        <>
          <Button wide tone="secondary" onClick={() => setAppealing(true)}>
            {t('appeal')}
          </Button>
          <p className="text-center text-small text-muted">
            {t('appealUntil')} <TimeText atMs={newest.appealUntilMs} />
          </p>
        </>
      )}
      <AppealSheet open={isAppealing} onOpenChange={setAppealing} />
    </>
  );
}

function CaseFacts({ shown }: { shown: IdentityCase }) {
  const { t } = useTranslation('identity');
  const settings = useFormat();
  const facts: { label: string; value: ReactNode }[] = [
    { label: t('documentType'), value: t(DOCUMENT_WORDS[shown.documentType]) },
    { label: t('fullName'), value: shown.fullName },
    { label: t('documentNumber'), value: <span className="number">{shown.numberMasked}</span> },
  ];
  if (shown.taxNumberMasked !== undefined)
    facts.push({ label: t('taxNumber'), value: <span className="number">{shown.taxNumberMasked}</span> });
  if (shown.expiresOn !== undefined)
    facts.push({
      label: t('expiresOn'),
      value: <span className="number">{dayText(shown.expiresOn, settings)}</span>,
    });
  facts.push({ label: t('submitted'), value: <TimeText atMs={shown.submittedAtMs} zone /> });
  if (shown.decidedAtMs !== undefined)
    facts.push({ label: t('decided'), value: <TimeText atMs={shown.decidedAtMs} /> });
  if (shown.decidedBy !== undefined)
    facts.push({ label: t('decidedBy'), value: t(shown.decidedBy === 'rules' ? 'byRules' : 'byStaff') });
  return <FactList facts={facts} />;
}

const RULES = [
  'reasonDuplicate',
  'reasonUnderage',
  'reasonExpired',
  'reasonName',
  'reasonBlur',
  'reasonUnreadable',
  'reasonLiveness',
] as const;
const RULE_TEXTS = {
  reasonDuplicate: 'ruleDuplicate',
  reasonUnderage: 'ruleUnderage',
  reasonExpired: 'ruleExpired',
  reasonName: 'ruleName',
  reasonBlur: 'ruleBlur',
  reasonUnreadable: 'ruleUnreadable',
  reasonLiveness: 'ruleLiveness',
} as const;

function HowDecided({ isSandbox }: { isSandbox: boolean }) {
  const { t } = useTranslation('identity');
  return (
    <Section title={t('howTitle')}>
      <p className="text-small text-muted">{t(isSandbox ? 'howSandbox' : 'howStaff')}</p>
      {isSandbox && (
        <Disclosure title={t('rulesTitle')}>
          <dl className="flex flex-col gap-3">
            {RULES.map((rule) => (
              <div key={rule}>
                <dt className="text-body font-semibold">{t(rule)}</dt>
                <dd className="text-small text-muted">{t(RULE_TEXTS[rule])}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      )}
      <p className="pt-3 text-small text-muted">{t('howKept')}</p>
    </Section>
  );
}

const STATES = {
  pending: ['idPending', 'warn'],
  succ: ['idSucc', 'good'],
  fail: ['idFailShort', 'danger'],
} as const satisfies Record<IdentityCase['state'], readonly [string, BadgeTone]>;

function History({ cases }: { cases: readonly IdentityCase[] }) {
  const { t } = useTranslation('identity');
  return (
    <Section title={t('history')}>
      <ul className="flex flex-col gap-3">
        {cases.map((one) => {
          const [label, tone] = STATES[one.state];
          return (
            <li key={one.caseId} className="flex flex-col gap-1 rounded-tile bg-sunken p-4">
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="text-body font-semibold">{t(DOCUMENT_WORDS[one.documentType])}</span>
                <Badge tone={tone}>{t(label)}</Badge>
              </span>
              <span className="number text-small text-muted">{one.numberMasked}</span>
              {one.reasons.length > 0 && (
                <span className="text-small">
                  {one.reasons.map((reason) => t(REASON_WORDS[reason][0])).join(' · ')}
                </span>
              )}
              <span className="text-small text-muted">
                <TimeText atMs={one.submittedAtMs} />
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
