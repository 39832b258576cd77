import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PasswordField, TextField } from '#ui/fields/text-field.tsx';
import type { ConsoleOutput } from './calls.ts';
import { consoleCall, signedIn } from './client.ts';
import { useErrorText } from './error-text.ts';
import { LookButtons } from './look-buttons.tsx';

type Invitation = ConsoleOutput<'consoleInvitation'>;

/** Password and authenticator, or an invitation that sets both. */
export function SignIn() {
  const { t } = useTranslation('console');
  const [isInvited, setInvited] = useState(false);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-6 px-4 py-8">
      <div>
        <h1 className="text-title">{t('title')}</h1>
        <p className="mt-1 text-small text-muted">{t('signInText')}</p>
      </div>
      {isInvited ? <InvitedForm /> : <PasswordForm />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button size="medium" tone="quiet" onClick={() => setInvited(!isInvited)}>
          {t(isInvited ? 'haveAccount' : 'invited')}
        </Button>
        <LookButtons />
      </div>
    </main>
  );
}

function Refused({ error }: { error: CallError | null }) {
  const textOf = useErrorText();
  if (error === null) return null;
  const { title, fix } = textOf(error);
  return (
    <Notice live tone="danger" title={title}>
      {fix}
    </Notice>
  );
}

function FactorField({ value, onValueChange }: { value: string; onValueChange: (value: string) => void }) {
  const { t } = useTranslation('console');
  return (
    <TextField
      required
      label={t('factor')}
      value={value}
      onValueChange={(typed) => onValueChange(typed.replaceAll(/\D/g, '').slice(0, 6))}
      inputMode="numeric"
      autoComplete="one-time-code"
      name="factor"
    />
  );
}

function PasswordForm() {
  const { t } = useTranslation('console');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [factor, setFactor] = useState('');
  const enter = useMutation<ConsoleOutput<'consoleSignIn'>, CallError>({
    mutationFn: () => consoleCall('consoleSignIn', { name: name.trim().toLowerCase(), password, factor }),
    onSuccess: signedIn,
    onError: () => setFactor(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!enter.isPending) enter.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        required
        label={t('name')}
        value={name}
        onValueChange={setName}
        autoComplete="username"
        autoCapitalize="none"
        name="name"
      />
      <PasswordField
        required
        label={t('password')}
        value={password}
        onValueChange={setPassword}
        autoComplete="current-password"
        showLabel={t('showPassword')}
        hideLabelText={t('hidePassword')}
        name="password"
      />
      <FactorField value={factor} onValueChange={setFactor} />
      <Refused error={enter.error} />
      <Button wide type="submit" loading={enter.isPending}>
        {t('signIn')}
      </Button>
    </form>
  );
}

function InvitedForm() {
  const { t } = useTranslation('console');
  const [name, setName] = useState('');
  const [invitation, setInvitation] = useState('');
  const asked = { name: name.trim().toLowerCase(), invitation: invitation.trim() };
  const read = useMutation<Invitation, CallError>({
    mutationFn: () => consoleCall('consoleInvitation', asked),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!read.isPending) read.mutate();
  };
  if (read.data !== undefined) return <SetUpForm asked={asked} shown={read.data} />;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        required
        label={t('name')}
        value={name}
        onValueChange={setName}
        autoComplete="username"
        autoCapitalize="none"
        name="name"
      />
      <TextField
        required
        label={t('invitation')}
        help={t('invitationHelp')}
        value={invitation}
        onValueChange={setInvitation}
        autoComplete="off"
        autoCapitalize="none"
        name="invitation"
      />
      <Refused error={read.error} />
      <Button wide type="submit" loading={read.isPending}>
        {t('continue')}
      </Button>
    </form>
  );
}

interface SetUpProps {
  asked: { readonly name: string; readonly invitation: string };
  shown: Invitation;
}

function SetUpForm({ asked, shown }: SetUpProps) {
  const { t } = useTranslation('console');
  const [password, setPassword] = useState('');
  const [factor, setFactor] = useState('');
  const finish = useMutation<ConsoleOutput<'consoleSetUp'>, CallError>({
    mutationFn: () => consoleCall('consoleSetUp', { ...asked, password, factor }),
    onSuccess: signedIn,
    onError: () => setFactor(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!finish.isPending) finish.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Notice title={t('keyTitle')}>
        <p>{t('keyText')}</p>
        <p data-testid="factor-key" className="my-2 text-heading break-words tabular-nums">
          {shown.key.match(/.{1,4}/g)?.join(' ')}
        </p>
        <a href={shown.url} className="inline-flex min-h-11 items-center text-brand underline">
          {t('openAuthenticator')}
        </a>
      </Notice>
      <PasswordField
        required
        label={t('newPassword')}
        help={t('newPasswordHelp')}
        value={password}
        onValueChange={setPassword}
        autoComplete="new-password"
        showLabel={t('showPassword')}
        hideLabelText={t('hidePassword')}
        name="password"
      />
      <FactorField value={factor} onValueChange={setFactor} />
      <Refused error={finish.error} />
      <Button wide type="submit" loading={finish.isPending}>
        {t('setUp')}
      </Button>
    </form>
  );
}
