import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { isRefusal } from '#client/errors.ts';
import { invalidate, useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { RefusedState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { IdentityForm } from './kyc/form.tsx';
import { IdentityStatus } from './kyc/status.tsx';

const route = getRouteApi('/pages/user/kyc');
/** The rules decide within seconds, staff within hours. */
const AGAIN_MS = 5_000;

/** Identity of the person: the state of verification, and the way to it in three steps. */
export default function IdentityPage() {
  const { t } = useTranslation('identity');
  const { step } = route.useSearch();
  const auth = useCall('userAuth', {}, { everyMs: AGAIN_MS });
  useIdStatusElsewhere(auth.data?.idStatus);
  if (isRefusal(auth.error, 'REGISTRATION_NEEDED')) return <GuestPage error={auth.error} />;
  return (
    <Page flush header={<BackBar title={t('title')} />}>
      <CallState
        query={auth}
        data={auth.data}
        skeleton={
          <div className="px-4">
            <SkeletonTile height={140} />
            <SkeletonRows count={4} />
          </div>
        }
      >
        {(shown) => <Content auth={shown} step={step} />}
      </CallState>
    </Page>
  );
}

function Content({
  auth,
  step,
}: {
  auth: CallOutput<'userAuth'>;
  step: 'document' | 'photos' | 'check' | undefined;
}) {
  // While documents are under review there is nothing to fill in, whatever the address says.
  if (step === undefined || auth.idStatus === 'pending') return <IdentityStatus auth={auth} />;
  return <IdentityForm auth={auth} step={step} />;
}

/** The menu and Mine show the state too: what they have read is old when it changes here. */
function useIdStatusElsewhere(idStatus: string | undefined): void {
  useEffect(() => {
    if (idStatus !== undefined) invalidate('userInfo', 'loginInfo', 'noticeList');
  }, [idStatus]);
}

function GuestPage({ error }: { error: Parameters<ReturnType<typeof useErrorText>>[0] }) {
  const { t } = useTranslation('identity');
  const { title, fix } = useErrorText()(error);
  return (
    <Page header={<BackBar title={t('title')} />}>
      <RefusedState
        reason={title}
        fix={fix}
        action={
          <Button size="medium" render={<PathLink href="/pages/account/reg?to=%2Fpages%2Fuser%2Fkyc" />}>
            {t('register')}
          </Button>
        }
      />
    </Page>
  );
}
