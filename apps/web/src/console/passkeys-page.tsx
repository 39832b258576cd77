import { useMutation } from '@tanstack/react-query';
import { PASSKEYS_MAX } from '@tarazu/protocol';
import { Fingerprint } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { Icon } from '#ui/icon.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { isPasskeyPlace, makePasskey } from '#widgets/security/browser-passkeys.ts';
import { NO_PROOF, ProofFields } from './acts/act-proof.tsx';
import { CallBox } from './call-box.tsx';
import type { ConsoleOutput } from './calls.ts';
import { consoleCall, refresh, useConsole } from './client.ts';
import { useErrorText, useSayError } from './error-text.ts';

type Passkey = ConsoleOutput<'consolePasskeyList'>['list'][number];

/** One's own passkeys: added with password and authenticator, removed by hand. */
export function PasskeysPage() {
  const { t } = useTranslation('console');
  const passkeys = useConsole('consolePasskeyList', {});
  return (
    <section className="flex max-w-xl flex-col gap-4">
      <h2 className="text-title">{t('passkeys')}</h2>
      <p className="text-small text-muted">{t('passkeysText')}</p>
      <CallBox query={passkeys} data={passkeys.data}>
        {({ host, list }) => (
          <>
            {list.length === 0 ? (
              <EmptyState title={t('passkeysNone')} />
            ) : (
              <ul className="flex flex-col gap-2">
                {list.map((passkey) => (
                  <PasskeyLine key={passkey.id} passkey={passkey} />
                ))}
              </ul>
            )}
            {isPasskeyPlace(host) ? (
              list.length < PASSKEYS_MAX && <AddForm />
            ) : (
              <Notice title={t('passkeysElsewhere')}>{t('passkeysElsewhereFix')}</Notice>
            )}
          </>
        )}
      </CallBox>
    </section>
  );
}

function PasskeyLine({ passkey: { id, name, addedAtMs, usedAtMs } }: { passkey: Passkey }) {
  const { t } = useTranslation('console');
  const say = useSayError();
  const remove = useMutation<ConsoleOutput<'consolePasskeyRemove'>, CallError>({
    mutationFn: () => consoleCall('consolePasskeyRemove', { id }),
    onSuccess: () => {
      refresh();
      showToast(t('passkeyRemoved'), { tone: 'success' });
    },
    onError: say,
  });
  return (
    <li className="flex items-center gap-3 border-b border-line py-2">
      <Icon icon={Fingerprint} className="text-muted" />
      <div className="min-w-0 grow">
        <p className="truncate text-body">{name}</p>
        <p className="text-small text-muted">
          {t(usedAtMs === undefined ? 'passkeyAddedAt' : 'passkeyUsedAt')}{' '}
          <TimeText atMs={usedAtMs ?? addedAtMs} />
        </p>
      </div>
      <Button
        size="medium"
        tone="quiet"
        loading={remove.isPending}
        aria-label={t('passkeyRemoveOf', { name })}
        onClick={() => remove.mutate()}
      >
        {t('passkeyRemove')}
      </Button>
    </li>
  );
}

function AddForm() {
  const { t } = useTranslation('console');
  const [name, setName] = useState('');
  const [proof, setProof] = useState(NO_PROOF);
  const add = useMutation<'added' | 'left', CallError>({
    mutationFn: async () => {
      const made = await makePasskey(await consoleCall('consolePasskeyBegin', { ...proof }));
      if (made === undefined) return 'left';
      await consoleCall('consolePasskeyAdd', { name: name.trim(), ...made });
      return 'added';
    },
    onSuccess: (outcome) => {
      if (outcome === 'left') return;
      setName('');
      setProof(NO_PROOF);
      refresh();
      showToast(t('passkeyAdded'), { tone: 'success' });
    },
    onSettled: () => setProof(({ password }) => ({ password, factor: '' })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <h3 className="text-heading">{t('passkeyAdd')}</h3>
      <TextField
        required
        label={t('passkeyName')}
        maxLength={40}
        autoComplete="off"
        value={name}
        onValueChange={setName}
      />
      <ProofFields proof={proof} onChange={setProof} />
      <NotAdded wasLeft={add.data === 'left'} error={add.error} />
      <Button wide type="submit" loading={add.isPending}>
        {t('passkeyAdd')}
      </Button>
    </form>
  );
}

function NotAdded({ wasLeft, error }: { wasLeft: boolean; error: CallError | null }) {
  const { t } = useTranslation('console');
  const textOf = useErrorText();
  if (wasLeft)
    return (
      <Notice live title={t('passkeyNotAdded')}>
        {t('passkeyNotAddedFix')}
      </Notice>
    );
  if (error === null) return null;
  const { title, fix } = textOf(error);
  return (
    <Notice live tone="danger" title={title}>
      {fix}
    </Notice>
  );
}
