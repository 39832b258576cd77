import { Banknote, ChartNoAxesCombined, type LucideIcon, Snowflake } from 'lucide-react';
import { useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { invalidate, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { Refused } from '#widgets/security/refused.tsx';
import { useStepUp } from '#widgets/security/use-step-up.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';

/** Since when each is frozen; undefined where it is not. */
export interface Freezes {
  readonly trading: number | undefined;
  readonly withdrawals: number | undefined;
}

type Frozen = keyof Freezes;
/** Both at once is the one tap in an emergency. */
type Freezing = Frozen | 'all';

const ICONS: Readonly<Record<Freezing, LucideIcon>> = {
  all: Snowflake,
  trading: ChartNoAxesCombined,
  withdrawals: Banknote,
};

/** Freezes at one tap and a yes: what is not frozen yet. */
export function FreezeRows({ freezes }: { freezes: Freezes }) {
  const { t } = useTranslation('security');
  const [asked, setAsked] = useState<Freezing>();
  const say = useErrorToast();
  const freeze = useCommand('freezeSet', {
    touches: ['securityInfo', 'noticeList'],
    onDone: () => {
      setAsked(undefined);
      showToast(t('frozenDone'), { tone: 'success' });
    },
    onFailed: say,
  });
  const free = (['trading', 'withdrawals'] as const).filter((what) => freezes[what] === undefined);
  const offered: readonly Freezing[] = free.length === 2 ? ['all', ...free] : free;
  if (offered.length === 0) return null;
  const shown = asked ?? 'all';
  return (
    <Section
      flush
      title={t('sectionFreeze')}
      help={<TermHelp label={t('sectionFreeze')} terms={['freeze']} />}
    >
      <List label={t('sectionFreeze')}>
        {offered.map((what) => (
          <Row
            key={what}
            tone={what === 'all' ? 'danger' : 'ink'}
            leading={<Icon icon={ICONS[what]} className={what === 'all' ? undefined : 'text-muted'} />}
            title={t(`freeze_${what}`)}
            detail={t(`freezeDetail_${what}`)}
            onClick={() => setAsked(what)}
          />
        ))}
      </List>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}
        title={t(`freezeTitle_${shown}`)}
        confirmLabel={t(`freeze_${shown}`)}
        cancelLabel={t('cancel')}
        tone="danger"
        loading={freeze.isPending}
        onConfirm={() => freeze.mutate(shown === 'all' ? {} : { what: shown })}
      >
        {t('freezeAskText')}
      </ConfirmDialog>
    </Section>
  );
}

/** A freeze by staff, with the way to ask why: its owner can not lift it. */
export function StaffFrozenNotice({ sinceMs }: { sinceMs: number | undefined }) {
  const { t } = useTranslation('security');
  if (sinceMs === undefined) return null;
  return (
    <div className="px-4 pt-4">
      <Notice
        tone="danger"
        title={t('frozenByStaff')}
        action={
          <Button size="small" tone="secondary" render={<PathLink href="/pages/user/service" />}>
            {t('frozenByStaffAsk')}
          </Button>
        }
      >
        {t('freezeDetail_trading')} {t('frozenSince')} <TimeText atMs={sinceMs} zone />
      </Notice>
    </div>
  );
}

/** Each freeze that holds, with the way to lift it. */
export function FrozenNotices({ freezes }: { freezes: Freezes }) {
  const { trading, withdrawals } = freezes;
  return (
    <>
      {trading !== undefined && <FrozenNotice what="trading" sinceMs={trading} />}
      {withdrawals !== undefined && <FrozenNotice what="withdrawals" sinceMs={withdrawals} />}
    </>
  );
}

function FrozenNotice({ what, sinceMs }: { what: Frozen; sinceMs: number }) {
  const { t } = useTranslation('security');
  const stepUp = useStepUp();
  const [error, setError] = useState<CallError>();
  const lift = () => {
    setError(undefined);
    const facts = [{ label: t('factType'), value: t(`unfreeze_${what}`) }];
    stepUp.run('freezeLift', { what }, { facts }).then((lifted) => {
      if (lifted === undefined) return;
      invalidate('securityInfo', 'noticeList');
      showToast(t('unfrozen'), { tone: 'success' });
    }, setError);
  };
  return (
    <div className="flex flex-col gap-2 px-4 pt-4">
      <Notice
        tone="danger"
        title={t(`frozenTitle_${what}`)}
        action={
          <Button size="small" tone="secondary" loading={stepUp.isRunning} onClick={lift}>
            {t(`unfreeze_${what}`)}
          </Button>
        }
      >
        {t(`freezeDetail_${what}`)} {t('frozenSince')} <TimeText atMs={sinceMs} zone />
      </Notice>
      <Refused error={error} />
      {stepUp.sheet}
    </div>
  );
}
