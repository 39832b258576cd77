import { Link } from '@tanstack/react-router';
import { Code, Eye, Gauge, KeyRound, LockKeyhole, Smartphone } from 'lucide-react';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { Overview, Page, Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { Sessions } from './parts/sessions.tsx';
import { Contacts } from './security/contacts.tsx';
import { FreezeRows, type Freezes, FrozenNotices, StaffFrozenNotice } from './security/freeze.tsx';
import { Holds } from './security/holds.tsx';
import { Passkeys } from './security/passkeys.tsx';
import { SignIns } from './security/sign-ins.tsx';

type Info = CallOutput<'securityInfo'>;

export default function SecurityPage() {
  const { t } = useTranslation('security');
  const info = useCall('securityInfo', {});
  return (
    <Page flush room="overview" header={<BackBar title={t('title')} />}>
      <CallState query={info} data={info.data} skeleton={<SkeletonRows count={4} />}>
        {(shown) => (
          <Overview
            top={
              <>
                {shown.guest && <GuestNote />}
                <StaffFrozenNotice sinceMs={shown.staffFrozenSinceMs} />
                <FrozenNotices freezes={freezesOf(shown)} />
                <Holds holds={shown.holds} />
              </>
            }
            first={
              <>
                <Passwords info={shown} />
                {!shown.guest && <Factor info={shown} />}
                {!shown.guest && <Passkeys passkeys={shown.passkeys} />}
                <OwnLimits />
                {!shown.guest && <ApiKeys />}
                {!shown.guest && <Contacts info={shown} />}
              </>
            }
            second={
              <>
                {!shown.guest && <FreezeRows freezes={freezesOf(shown)} />}
                {!shown.guest && <Devices />}
                {!shown.guest && <SignIns />}
                <StaffActs />
              </>
            }
          />
        )}
      </CallState>
    </Page>
  );
}

function freezesOf({ frozenSinceMs, withdrawalsFrozenSinceMs }: Info): Freezes {
  return { trading: frozenSinceMs, withdrawals: withdrawalsFrozenSinceMs };
}

/** Told by the profile, which the page of devices shows too. */
function Devices() {
  const info = useCall('userInfo', {});
  return (
    <CallState query={info} data={info.data} skeleton={<SkeletonRows count={2} />}>
      {({ sessions }) => <Sessions sessions={sessions} />}
    </CallState>
  );
}

function GuestNote() {
  const { t } = useTranslation('security');
  return (
    <div className="px-4 pt-4">
      <Notice
        title={t('guestTitle')}
        action={
          <Button size="small" tone="secondary" render={<Link to="/pages/account/reg" />}>
            {t('register')}
          </Button>
        }
      >
        {t('guestText')}
      </Notice>
    </div>
  );
}

function Passwords({ info }: { info: Info }) {
  const { t } = useTranslation('security');
  return (
    <Section
      flush
      title={t('sectionPasswords')}
      help={<TermHelp label={t('sectionPasswords')} terms={['transactionPassword']} />}
    >
      <List label={t('sectionPasswords')}>
        {!info.guest && (
          <Row
            chevron
            leading={<Icon icon={LockKeyhole} className="text-muted" />}
            title={t('loginPassword')}
            detail={<ChangedAt atMs={info.passwordChangedAtMs} otherwise={t('loginPasswordDetail')} />}
            render={<Link to="/pages/user/loginPassword" />}
          />
        )}
        <Row
          chevron
          leading={<Icon icon={KeyRound} className="text-muted" />}
          title={t('tradePassword')}
          detail={
            info.pinLockedUntilMs === undefined ? (
              <ChangedAt atMs={info.pinChangedAtMs} otherwise={t('tradePasswordDetail')} />
            ) : (
              <>
                {t('pinLocked')} <TimeText atMs={info.pinLockedUntilMs} />
              </>
            )
          }
          value={
            <Badge tone={info.pinChangedAtMs === undefined ? 'warn' : 'good'}>
              {t(info.pinChangedAtMs === undefined ? 'notSet' : 'isSet')}
            </Badge>
          }
          render={<Link to="/pages/user/tradePassword" />}
        />
      </List>
    </Section>
  );
}

function Factor({ info }: { info: Info }) {
  const { t } = useTranslation('security');
  const isOn = info.totpSetAtMs !== undefined;
  return (
    <Section
      flush
      title={t('sectionFactor')}
      help={<TermHelp label={t('sectionFactor')} terms={['secondFactor']} />}
    >
      <List label={t('sectionFactor')}>
        <Row
          chevron
          leading={<Icon icon={Smartphone} className="text-muted" />}
          title={t('totp')}
          detail={t('totpDetail')}
          value={<Badge tone={isOn ? 'good' : 'warn'}>{t(isOn ? 'factorOn' : 'factorOff')}</Badge>}
          render={<Link to="/pages/user/secondFactor" />}
        />
      </List>
    </Section>
  );
}

/** Limits of one's own, a guest's too. */
function OwnLimits() {
  const { t } = useTranslation('security');
  return (
    <Section flush title={t('sectionLimits')}>
      <List label={t('sectionLimits')}>
        <Row
          chevron
          leading={<Icon icon={Gauge} className="text-muted" />}
          title={t('ownLimits')}
          detail={t('ownLimitsDetail')}
          render={<Link to="/pages/user/limits" />}
        />
      </List>
    </Section>
  );
}

/** Keys for programs of one's own. */
function ApiKeys() {
  const { t } = useTranslation('security');
  return (
    <Section flush title={t('key_section')} help={<TermHelp label={t('key_section')} terms={['apiKey']} />}>
      <List label={t('key_section')}>
        <Row
          chevron
          leading={<Icon icon={Code} className="text-muted" />}
          title={t('key_title')}
          detail={t('key_detail')}
          render={<Link to="/pages/user/apiKeys" />}
        />
      </List>
    </Section>
  );
}

/** Acts of staff on this login, which no member of staff can keep from its owner. */
function StaffActs() {
  const { t } = useTranslation('security');
  return (
    <Section flush title={t('sectionStaff')}>
      <List label={t('sectionStaff')}>
        <Row
          chevron
          leading={<Icon icon={Eye} className="text-muted" />}
          title={t('staffActs')}
          detail={t('staffActsDetail')}
          render={<Link to="/pages/user/staffActs" />}
        />
      </List>
    </Section>
  );
}

function ChangedAt({ atMs, otherwise }: { atMs: number | undefined; otherwise: string }) {
  const { t } = useTranslation('security');
  if (atMs === undefined) return otherwise;
  return (
    <>
      {t('changedAt')} <TimeText atMs={atMs} />
    </>
  );
}
