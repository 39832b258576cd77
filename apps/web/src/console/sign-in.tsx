import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PasswordField, TextField } from '#ui/fields/text-field.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { FactorField } from './acts/act-proof.tsx';
import type { ConsoleOutput } from './calls.ts';
import { consoleCall, knownDevice, signedIn } from './client.ts';
import { useErrorText } from './error-text.ts';
import { LookButtons } from './look-buttons.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';

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
      {!isInvited && <PasskeySignIn />}
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

interface EntryFormProps {
  onSubmit: () => void;
  isPending: boolean;
  error: CallError | null;
  /** Words of the button. */
  action: string;
  children: ReactNode;
}

function EntryForm({ onSubmit, isPending, error, action, children }: EntryFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <Refused error={error} />
      <Button wide type="submit" loading={isPending}>
        {action}
      </Button>
    </form>
  );
}

interface TypedProps {
  value: string;
  onValueChange: (value: string) => void;
}

function NameField(props: TypedProps) {
  const { t } = useTranslation('console');
  return (
    <TextField
      required
      {...props}
      label={t('name')}
      autoComplete="username"
      autoCapitalize="none"
      name="name"
    />
  );
}

interface Secrets {
  readonly password: string;
  readonly factor: string;
  readonly deviceToken?: string;
}

interface SecretsFormProps {
  /** Sends what was typed, and what this device knows. */
  enter: (secrets: Secrets) => Promise<ConsoleOutput<'consoleSignIn'>>;
  /** Whether the password is a new one. */
  isNew: boolean;
  children: ReactNode;
}

/** A password and a code of the authenticator, which let in. */
function SecretsForm({ enter, isNew, children }: SecretsFormProps) {
  const { t } = useTranslation('console');
  const [password, setPassword] = useState('');
  const [factor, setFactor] = useState('');
  const { mutate, isPending, error } = useMutation<ConsoleOutput<'consoleSignIn'>, CallError>({
    mutationFn: () => enter({ password, factor, ...knownDevice() }),
    onSuccess: signedIn,
    onError: () => setFactor(''),
  });
  return (
    <EntryForm onSubmit={mutate} isPending={isPending} error={error} action={t(isNew ? 'setUp' : 'signIn')}>
      {children}
      <PasswordField
        required
        label={t(isNew ? 'newPassword' : 'password')}
        help={isNew ? t('newPasswordHelp') : undefined}
        value={password}
        onValueChange={setPassword}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        showLabel={t('showPassword')}
        hideLabelText={t('hidePassword')}
        name="password"
      />
      <FactorField value={factor} onValueChange={setFactor} />
    </EntryForm>
  );
}

const nameOf = (typed: string): string => typed.trim().toLowerCase();

function PasswordForm() {
  const [name, setName] = useState('');
  return (
    <SecretsForm
      isNew={false}
      enter={(secrets) => consoleCall('consoleSignIn', { name: nameOf(name), ...secrets })}
    >
      <NameField value={name} onValueChange={setName} />
    </SecretsForm>
  );
}

function InvitedForm() {
  const { t } = useTranslation('console');
  const [name, setName] = useState('');
  const [invitation, setInvitation] = useState('');
  const asked = { name: nameOf(name), invitation: invitation.trim() };
  const read = useMutation<Invitation, CallError>({
    mutationFn: () => consoleCall('consoleInvitation', { ...asked, ...knownDevice() }),
  });
  if (read.data !== undefined) return <SetUpForm asked={asked} shown={read.data} />;
  return (
    <EntryForm onSubmit={read.mutate} isPending={read.isPending} error={read.error} action={t('continue')}>
      <NameField value={name} onValueChange={setName} />
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
    </EntryForm>
  );
}

interface SetUpProps {
  asked: { readonly name: string; readonly invitation: string };
  shown: Invitation;
}

function SetUpForm({ asked, shown }: SetUpProps) {
  const { t } = useTranslation('console');
  return (
    <SecretsForm isNew enter={(secrets) => consoleCall('consoleSetUp', { ...asked, ...secrets })}>
      <Notice title={t('keyTitle')}>
        <p>{t('keyText')}</p>
        <div className="my-3">
          <QrCode text={shown.url} label={t('keyCode')} />
        </div>
        <p data-testid="factor-key" className="my-2 text-heading break-words tabular-nums">
          {shown.key.match(/.{1,4}/g)?.join(' ')}
        </p>
        <a href={shown.url} className="inline-flex min-h-11 items-center text-brand underline">
          {t('openAuthenticator')}
        </a>
      </Notice>
    </SecretsForm>
  );
}
