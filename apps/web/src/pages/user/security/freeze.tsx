import { Snowflake } from 'lucide-react';
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
import { Refused } from '#widgets/security/refused.tsx';
import { useStepUp } from '#widgets/security/use-step-up.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';

/** Freezes at one tap and a yes; lifts with a step-up. */
export function Freeze({ sinceMs }: { sinceMs: number | undefined }) {
  return sinceMs === undefined ? <FreezeRow /> : <Frozen sinceMs={sinceMs} />;
}

function FreezeRow() {
  const { t } = useTranslation('security');
  const [isAsking, setAsking] = useState(false);
  const say = useErrorToast();
  const freeze = useCommand('freezeSet', {
    touches: ['securityInfo', 'noticeList'],
    onDone: () => {
      setAsking(false);
      showToast(t('frozenDone'), { tone: 'success' });
    },
    onFailed: say,
  });
  return (
    <Section flush title={t('sectionFreeze')}>
      <List label={t('sectionFreeze')}>
        <Row
          tone="danger"
          leading={<Icon icon={Snowflake} />}
          title={t('freeze')}
          detail={t('freezeDetail')}
          onClick={() => setAsking(true)}
        />
      </List>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('freezeTitle')}
        confirmLabel={t('freeze')}
        cancelLabel={t('cancel')}
        tone="danger"
        loading={freeze.isPending}
        onConfirm={() => freeze.mutate({})}
      >
        {t('freezeAskText')}
      </ConfirmDialog>
    </Section>
  );
}

function Frozen({ sinceMs }: { sinceMs: number }) {
  const { t } = useTranslation('security');
  const stepUp = useStepUp();
  const [error, setError] = useState<CallError>();
  const lift = () => {
    setError(undefined);
    const facts = [{ label: t('factType'), value: t('unfreeze') }];
    stepUp.run('freezeLift', {}, { facts }).then((lifted) => {
      if (lifted === undefined) return;
      invalidate('securityInfo', 'noticeList');
      showToast(t('unfrozen'), { tone: 'success' });
    }, setError);
  };
  return (
    <div className="flex flex-col gap-2 px-4 pt-4">
      <Notice
        tone="danger"
        title={t('frozenTitle')}
        action={
          <Button size="small" tone="secondary" loading={stepUp.isRunning} onClick={lift}>
            {t('unfreeze')}
          </Button>
        }
      >
        {t('frozenText')} {t('frozenSince')} <TimeText atMs={sinceMs} zone />
      </Notice>
      <Refused error={error} />
      {stepUp.sheet}
    </div>
  );
}
