import { type FormEvent, useId, useState } from 'react';
import { isRefusal } from '#client/errors.ts';
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
  const textOf = useErrorText();
  const reset = useCommand('passwordReset', {
    onDone: () => {
      showToast(t('passwordChanged'), { tone: 'success' });
      onOpenChange(false);
    },
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
  const said = reset.error === null ? undefined : textOf(reset.error);
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
          contact={contact}
          purpose="resetPassword"
          code={code}
          onCodeChange={setCode}
          error={wasTried && code.length !== 6 ? t('codeMissing') : undefined}
          onContactProblem={() => setTried(true)}
        />
        <NewPasswordFields
          password={password}
          passwordAgain={passwordAgain}
          onPasswordChange={setPassword}
          onPasswordAgainChange={setPasswordAgain}
          passwordError={wasTried && isShort ? t('passwordLength') : undefined}
          passwordAgainError={wasTried && isOther ? t('passwordMismatch') : undefined}
        />
        {said !== undefined && !isRefusal(reset.error, 'SIGN_IN_NEEDED') && (
          <Notice tone="danger" live title={said.title}>
            {said.fix}
          </Notice>
        )}
      </form>
    </Sheet>
  );
}
