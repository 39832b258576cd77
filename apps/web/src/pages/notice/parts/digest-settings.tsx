import { Link } from '@tanstack/react-router';
import type { CallOutput } from '#client/calls.ts';
import { useCall, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Segmented } from '#ui/fields/choice.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';

type Digest = CallOutput<'digestInfo'>;

/** Unread messages by mail: not at all, in the morning or in the evening. */
export function DigestSettings() {
  const { t } = useTranslation('content');
  const digest = useCall('digestInfo', {});
  return (
    <section className="mt-4">
      <h3 className="text-heading">{t('digest')}</h3>
      <p className="text-small text-muted">{t('digestText')}</p>
      <CallState query={digest} data={digest.data} skeleton={<SkeletonRows count={1} />}>
        {(data) => (data.emailMasked === undefined ? <NoEmail /> : <Schedule {...data} />)}
      </CallState>
    </section>
  );
}

function NoEmail() {
  const { t } = useTranslation('content');
  return (
    <Notice title={t('digestNoEmail')}>
      <Button tone="secondary" render={<Link to="/pages/user/contact" search={{ kind: 'email' }} />}>
        {t('digestAddEmail')}
      </Button>
    </Notice>
  );
}

function Schedule({ schedule, emailMasked = '', nextAtMs }: Digest) {
  const { t } = useTranslation('content');
  const say = useErrorToast();
  const choose = useCommand('digestChoose', { touches: ['digestInfo'], onFailed: say });
  return (
    <>
      <Segmented
        className="mt-2"
        label={t('digest')}
        items={[
          { value: 'off', label: t('digest_off') },
          { value: 'morning', label: t('digest_morning') },
          { value: 'evening', label: t('digest_evening') },
        ]}
        value={schedule}
        onValueChange={(chosen) => choose.mutate({ schedule: chosen })}
      />
      {nextAtMs !== undefined && (
        <p className="pt-2 text-small text-muted">
          {t('digestNext', { email: emailMasked })} <TimeText atMs={nextAtMs} zone />
        </p>
      )}
    </>
  );
}
