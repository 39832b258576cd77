import { type FormEvent, useId, useState } from 'react';
import { type CallError, isRefusal } from '#client/errors.ts';
import { useCommand } from '#client/query.ts';
import { knownDevice } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';
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
import { useCodeSending } from './use-code-sending.ts';

export interface ForgotPasswordProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  contact: Contact;
  onContactChange: (change: Partial<Contact>) => void;
}

/** A new password with a code. It ends every session, and says so first. */
export function ForgotPassword({ open, onOpenChange, contact, onContactChange }: ForgotPasswordProps) {
  const { t } = useTranslation('account');
  const formId = useId();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [passwordAgain, setPasswordAgain] = useState('');
  const [wasTried, setTried] = useState(false);
  const reset = useCommand('passwordReset', {
    onDone: () => {
      showToast(t('passwordChanged'), { tone: 'success' });
      onOpenChange(false);
    },
  });
  const sending = useCodeSending({
    contact,
    purpose: 'resetPassword',
    onContactProblem: () => setTried(true),
  });
  const wrong = contactProblem(contact);
  const isShort = !isPasswordLength(password, NEW_PASSWORD_LENGTH_MIN);
  const isOther = password !== passwordAgain;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong !== undefined || isShort || isOther || code.length !== 6) return;
    reset.mutate({ ...contactInput(contact), ...knownDevice(), code, password, passwordAgain });
  };
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('forgotTitle')}
      description={t('forgotText')}
      closeLabel={t('close')}
      footer={
        <Button type="submit" form={formId} loading={reset.isPending}>
          {t('setPassword')}
        </Button>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ContactFields
          contact={contact}
          onChange={onContactChange}
          error={wasTried && wrong !== undefined ? t(wrong) : undefined}
        />
        <CodeRequest
          sending={sending}
          code={code}
          onCodeChange={setCode}
          error={wasTried && code.length !== 6 ? t('codeMissing') : undefined}
        />
        <NewPasswordFields
          password={password}
          passwordAgain={passwordAgain}
          onPasswordChange={setPassword}
          onPasswordAgainChange={setPasswordAgain}
          passwordError={wasTried && isShort ? t('passwordLength') : undefined}
          passwordAgainError={wasTried && isOther ? t('passwordMismatch') : undefined}
        />
        <Refused error={reset.error} />
      </form>
    </Sheet>
  );
}

function Refused({ error }: { error: CallError | null }) {
  const textOf = useErrorText();
  if (error === null || isRefusal(error, 'SIGN_IN_NEEDED')) return null;
  const { title, fix } = textOf(error);
  return (
    <Notice tone="danger" live title={title}>
      {fix}
    </Notice>
  );
}
