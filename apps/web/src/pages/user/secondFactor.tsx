import { useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import type { CallError } from '#client/errors.ts';
import { invalidate, useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { Page } from '#ui/layout/app-frame.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { Refused } from '#widgets/security/refused.tsx';
import { useStepUp } from '#widgets/security/use-step-up.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { FactorSetUp } from './security/factor-set-up.tsx';
import { RecoveryCodes } from './security/recovery-codes.tsx';

type Info = CallOutput<'securityInfo'>;

/** The authenticator app: set up, recovery codes, removal. */
export default function SecondFactorPage() {
  const { t } = useTranslation('security');
  const info = useCall('securityInfo', {});
  const [codes, setCodes] = useState<readonly string[]>();
  const show = (made: readonly string[]) => {
    setCodes(made);
    invalidate('securityInfo', 'userInfo');
  };
  return (
    <Page header={<BackBar title={t('totp')} />}>
      {codes === undefined ? (
        <CallState query={info} data={info.data} skeleton={<SkeletonRows count={3} />}>
          {(shown) =>
            shown.totpSetAtMs === undefined ? (
              <FactorSetUp onCodes={show} />
            ) : (
              <FactorSet info={shown} sinceMs={shown.totpSetAtMs} onCodes={show} />
            )
          }
        </CallState>
      ) : (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />
      )}
    </Page>
  );
}

interface FactorSetProps {
  info: Info;
  sinceMs: number;
  onCodes: (codes: readonly string[]) => void;
}

function FactorSet({ info, sinceMs, onCodes }: FactorSetProps) {
  const { t } = useTranslation('security');
  const stepUp = useStepUp();
  const [error, setError] = useState<CallError>();
  const remove = () => {
    setError(undefined);
    const facts = [{ label: t('factType'), value: t('factorRemove') }];
    stepUp.run('totpRemove', {}, { facts }).then((removed) => {
      if (removed === undefined) return;
      invalidate('securityInfo', 'userInfo');
      showToast(t('factorRemoved'), { tone: 'success' });
    }, setError);
  };
  const renew = () => {
    setError(undefined);
    const facts = [{ label: t('factType'), value: t('newCodes') }];
    stepUp
      .run('recoveryCodesNew', {}, { facts })
      .then((made) => made !== undefined && onCodes(made.recoveryCodes), setError);
  };
  return (
    <div className="flex flex-col gap-4 py-4">
      <Tile>
        <FactList
          facts={[
            { label: t('factorSince'), value: <TimeText atMs={sinceMs} /> },
            { label: t('codesLeft'), value: String(info.recoveryCodesLeft) },
          ]}
        />
      </Tile>
      <Notice>{t('lostPhone')}</Notice>
      <Refused error={error} />
      <Button wide tone="secondary" loading={stepUp.isRunning} onClick={renew}>
        {t('newCodes')}
      </Button>
      <Button wide tone="danger" loading={stepUp.isRunning} onClick={remove}>
        {t('factorRemove')}
      </Button>
      <p className="text-small text-muted">{t('factorRemoveText')}</p>
      {stepUp.sheet}
    </div>
  );
}
