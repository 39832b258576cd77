import { Link } from '@tanstack/react-router';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Checkbox } from '#ui/fields/toggle.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { MarkedText } from '#ui/marked-text.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { ActLoader } from '#widgets/session/act-loader.tsx';
import { CodeRequest } from './code-request.tsx';
import { type Contact, contactInput } from './contact.ts';
import { ContactFields } from './contact-fields.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import type { Entries, FieldName } from './registration.ts';
import type { CodeCheck } from './use-code-check.ts';
import type { CodeSending } from './use-code-sending.ts';
import type { Registration } from './use-registration.ts';

export interface StepProps {
  contact: Contact;
  onContactChange: (change: Partial<Contact>) => void;
  entries: Entries;
  onChange: (part: Partial<Entries>) => void;
  errorAt: (field: FieldName) => string | undefined;
  sending: CodeSending;
  checking: CodeCheck;
  registration: Registration;
}

export function ContactStep({ contact, onContactChange, errorAt, sending }: StepProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <ContactFields contact={contact} onChange={onContactChange} error={errorAt('account')} autoFocus />
      {errorAt('account') === undefined && sending.error !== undefined && (
        <Notice tone="danger" live title={sending.error} />
      )}
      <p role="status" className="sr-only">
        {sending.isSending && t('proving')}
      </p>
      <Button type="submit" wide loading={sending.isSending}>
        {t(sending.isSentToContact() ? 'goOn' : 'sendCode')}
      </Button>
    </>
  );
}

export function CodeStep({
  entries,
  onChange,
  errorAt,
  sending,
  checking,
  onComplete,
}: StepProps & { onComplete: (code: string) => void }) {
  const { t } = useTranslation('account');
  return (
    <>
      <CodeRequest
        sending={sending}
        code={entries.code}
        onCodeChange={(code) => onChange({ code })}
        onComplete={onComplete}
        error={errorAt('code')}
        autoFocus
      />
      <p role="status" className="sr-only">
        {checking.isChecking && t('codeChecking')}
      </p>
      <Button type="submit" wide loading={checking.isChecking}>
        {t('goOn')}
      </Button>
    </>
  );
}

export function PasswordStep({ contact, entries, onChange, errorAt, registration }: StepProps) {
  const { t } = useTranslation('account');
  const { notice } = registration;
  return (
    <>
      {/* A password manager keeps the new password under this name. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={contactInput(contact).account}
        readOnly
        hidden
      />
      <NewPasswordFields
        password={entries.password}
        passwordAgain={entries.passwordAgain}
        onPasswordChange={(password) => onChange({ password })}
        onPasswordAgainChange={(passwordAgain) => onChange({ passwordAgain })}
        passwordError={errorAt('password')}
        passwordAgainError={errorAt('passwordAgain')}
        autoFocus
      />
      <Disclosure title={t('haveInvite')} defaultOpen={entries.inviteCode !== ''}>
        <TextField
          label={t('inviteCode')}
          help={t('inviteHelp')}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={16}
          value={entries.inviteCode}
          onValueChange={(inviteCode) => onChange({ inviteCode })}
          error={errorAt('inviteCode')}
        />
      </Disclosure>
      <Checkbox
        checked={entries.hasAgreed}
        onCheckedChange={(hasAgreed) => onChange({ hasAgreed })}
        error={errorAt('agreement')}
      >
        <Agreement />
      </Checkbox>
      {notice !== undefined && (
        <Notice tone="danger" live title={notice.title}>
          {notice.fix}
        </Notice>
      )}
      <ActLoader active={registration.isPending} />
      <Button type="submit" wide loading={registration.isPending}>
        {t('openAccount')}
      </Button>
    </>
  );
}

function Agreement() {
  const { t } = useTranslation('account');
  return (
    <MarkedText
      text={t('agreement')}
      marks={{
        disclaimer: (words) => (
          <TextLink render={<Link to="/pages/common/disclaimer" target="_blank" />}>{words}</TextLink>
        ),
        privacy: (words) => (
          <TextLink render={<Link to="/pages/common/privacyPolicy" target="_blank" />}>{words}</TextLink>
        ),
      }}
    />
  );
}
