import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '#client/api.ts';
import { type CallError, RefusalError } from '#client/errors.ts';
import { proveWork } from '#client/proof/captcha.ts';
import { knownDevice, signIn } from '#client/session.ts';
import { inviteCodeSlice } from '#client/store.ts';
import { Trans, useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Checkbox } from '#ui/fields/toggle.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { CodeRequest } from './code-request.tsx';
import {
  type Contact,
  contactInput,
  contactProblem,
  isPasswordLength,
  NEW_PASSWORD_LENGTH_MIN,
} from './contact.ts';
import { ContactFields } from './contact-fields.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useContact } from './use-contact.ts';

interface Entries {
  code: string;
  password: string;
  passwordAgain: string;
  inviteCode: string;
  hasAgreed: boolean;
}

type FieldName = 'account' | 'code' | 'password' | 'passwordAgain' | 'inviteCode' | 'agreement';
type ProblemText =
  | 'phoneFormat'
  | 'emailFormat'
  | 'codeMissing'
  | 'passwordLength'
  | 'passwordMismatch'
  | 'agreementNeeded';
type Problems = Partial<Record<FieldName, ProblemText>>;

function problemsOf(contact: Contact, entries: Entries): Problems {
  const contactWrong = contactProblem(contact);
  return {
    ...(contactWrong === undefined ? {} : { account: contactWrong }),
    ...(entries.code.length === 6 ? {} : { code: 'codeMissing' }),
    ...(isPasswordLength(entries.password, NEW_PASSWORD_LENGTH_MIN) ? {} : { password: 'passwordLength' }),
    ...(entries.password === entries.passwordAgain ? {} : { passwordAgain: 'passwordMismatch' }),
    ...(entries.hasAgreed ? {} : { agreement: 'agreementNeeded' }),
  };
}

export function RegisterForm({ goTo, invite }: { goTo: string; invite: string | undefined }) {
  const { t } = useTranslation('account');
  const [contact, changeContact] = useContact('phone');
  const [entries, setEntries] = useState<Entries>(() => ({
    code: '',
    password: '',
    passwordAgain: '',
    inviteCode: invite ?? inviteCodeSlice.get(),
    hasAgreed: false,
  }));
  const [wasTried, setTried] = useState(false);
  const [isContactTold, setContactTold] = useState(false);
  const registration = useRegistration(goTo);
  const change = (part: Partial<Entries>) => setEntries((before) => ({ ...before, ...part }));
  const problems = problemsOf(contact, entries);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length === 0) registration.send(contact, entries);
  };
  const errorAt = (field: FieldName) => {
    const isTold = wasTried || (field === 'account' && isContactTold);
    const problem = problems[field];
    return isTold && problem !== undefined ? t(problem) : registration.saidAt(field);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <ContactFields contact={contact} onChange={changeContact} error={errorAt('account')} />
      <CodeRequest
        contact={contact}
        purpose="register"
        code={entries.code}
        onCodeChange={(code) => change({ code })}
        error={errorAt('code')}
        onContactProblem={() => setContactTold(true)}
      />
      <NewPasswordFields
        password={entries.password}
        passwordAgain={entries.passwordAgain}
        onPasswordChange={(password) => change({ password })}
        onPasswordAgainChange={(passwordAgain) => change({ passwordAgain })}
        passwordError={errorAt('password')}
        passwordAgainError={errorAt('passwordAgain')}
      />
      <TextField
        label={t('inviteCode')}
        help={t('inviteHelp')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={16}
        value={entries.inviteCode}
        onValueChange={(inviteCode) => change({ inviteCode })}
        error={errorAt('inviteCode')}
      />
      <Checkbox
        checked={entries.hasAgreed}
        onCheckedChange={(hasAgreed) => change({ hasAgreed })}
        error={errorAt('agreement')}
      >
        <Agreement />
      </Checkbox>
      <Refused notice={registration.notice} />
      <Button type="submit" wide loading={registration.isPending}>
        {t('register')}
      </Button>
    </form>
  );
}

function Refused({ notice }: { notice: { title: string; fix: string } | undefined }) {
  if (notice === undefined) return null;
  return (
    <Notice tone="danger" live title={notice.title}>
      {notice.fix}
    </Notice>
  );
}

function Agreement() {
  const { t } = useTranslation('account');
  return (
    <Trans
      t={t}
      i18nKey="agreement"
      components={{
        disclaimer: <TextLink render={<Link to="/pages/common/disclaimer" target="_blank" />}>{''}</TextLink>,
        privacy: <TextLink render={<Link to="/pages/common/privacyPolicy" target="_blank" />}>{''}</TextLink>,
      }}
    />
  );
}

function useRegistration(goTo: string) {
  const router = useRouter();
  const textOf = useErrorText();
  const [error, setError] = useState<CallError>();
  const [isPending, setPending] = useState(false);
  const send = (contact: Contact, { hasAgreed, inviteCode, ...entries }: Entries) => {
    setPending(true);
    setError(undefined);
    const invited = inviteCode.trim() === '' ? {} : { inviteCode: inviteCode.trim() };
    const agreement = hasAgreed ? 'true' : 'false';
    proveWork()
      .then((captcha) => {
        const who = { ...contactInput(contact), ...knownDevice() };
        return call('register', { ...who, ...entries, ...invited, agreement, ...captcha });
      })
      .then((signedIn) => {
        inviteCodeSlice.clear();
        signIn(signedIn, 'real');
        return router.navigate({ href: goTo, replace: true });
      })
      .catch((failure: CallError) => setError(failure))
      .finally(() => setPending(false));
  };
  const said = error === undefined ? undefined : textOf(error);
  const field = error instanceof RefusalError ? error.field : undefined;
  const isKnownField =
    field !== undefined &&
    ['account', 'code', 'password', 'passwordAgain', 'inviteCode', 'agreement'].includes(field);
  return {
    send,
    isPending,
    /** The server's words on one field stand at that field; all others above the button. */
    saidAt: (name: FieldName) =>
      said !== undefined && field === name ? `${said.title} ${said.fix}` : undefined,
    notice: isKnownField ? undefined : said,
  };
}
