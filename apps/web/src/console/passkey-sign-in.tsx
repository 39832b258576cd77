import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Icon } from '#ui/icon.tsx';
import { askPasskey, mayHavePasskeys } from '#widgets/security/browser-passkeys.ts';
import type { ConsoleOutput } from './calls.ts';
import { consoleCall, knownDevice, signedIn } from './client.ts';
import { useErrorText } from './error-text.ts';

/** Signs in with a passkey, which is password and authenticator in one. */
export function PasskeySignIn() {
  const { t } = useTranslation('console');
  const textOf = useErrorText();
  const { mutate, isPending, error, data } = useMutation<ConsoleOutput<'consoleSignIn'> | 'left', CallError>({
    mutationFn: async () => {
      const answer = await askPasskey(await consoleCall('consolePasskeyAsk', {}));
      if (answer === undefined) return 'left';
      return consoleCall('consolePasskeySignIn', { ...answer, ...knownDevice() });
    },
    onSuccess: (session) => session !== 'left' && signedIn(session),
  });
  if (!mayHavePasskeys()) return null;
  const failure =
    data === 'left'
      ? { title: t('passkeyLeft'), fix: t('passkeyLeftFix') }
      : error === null
        ? undefined
        : textOf(error);
  return (
    <div className="flex flex-col gap-4">
      {failure !== undefined && (
        <Notice live tone={data === 'left' ? 'info' : 'danger'} title={failure.title}>
          {failure.fix}
        </Notice>
      )}
      <Button
        wide
        tone="secondary"
        icon={<Icon icon={Fingerprint} />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('passkeySignIn')}
      </Button>
    </div>
  );
}
