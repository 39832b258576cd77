import { useRouter } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { call } from '#client/api.ts';
import type { CallError } from '#client/errors.ts';
import { knownDevice, signIn } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Icon } from '#ui/icon.tsx';
import { askPasskey } from '#widgets/security/browser-passkeys.ts';
import { usePasskeyPlace } from '#widgets/security/use-passkey-place.ts';
import { targetOrHome } from '#widgets/session/target.ts';
import { useErrorText } from '#widgets/session/use-account-actions.ts';

/** Logs in with a passkey of this device: nothing is typed, and it is both factors. */
export function PasskeyLogin({ goTo }: { goTo: string }) {
  const { t } = useTranslation('account');
  const router = useRouter();
  const isHere = usePasskeyPlace();
  const textOf = useErrorText();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<'left' | CallError>();
  if (!isHere) return null;
  const enter = async () => {
    const answer = await askPasskey(await call('passkeyAsk', {}));
    if (answer === undefined) return setProblem('left');
    signIn(await call('passkeyLogin', { ...answer, ...knownDevice() }), 'real');
    await router.navigate({ href: targetOrHome(goTo), replace: true });
  };
  const start = () => {
    setPending(true);
    setProblem(undefined);
    enter()
      .catch(setProblem)
      .finally(() => setPending(false));
  };
  const told =
    problem === 'left' ? { title: t('passkeyLeft'), fix: t('passkeyLeftFix') } : problem && textOf(problem);
  return (
    <div className="mt-4 flex flex-col gap-4">
      {told !== undefined && (
        <Notice tone={problem === 'left' ? 'info' : 'danger'} live title={told.title}>
          {told.fix}
        </Notice>
      )}
      <Button wide tone="secondary" icon={<Icon icon={Fingerprint} />} loading={isPending} onClick={start}>
        {t('passkeyLogIn')}
      </Button>
    </div>
  );
}
