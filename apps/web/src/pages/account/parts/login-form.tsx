import { type ComponentProps, type FormEvent, lazy, Suspense, useState } from 'react';
import { isRefusal } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PasswordField, TextField } from '#ui/fields/text-field.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import {
  type Contact,
  contactProblem,
  isPasswordLength,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
} from './contact.ts';
import { ContactFields } from './contact-fields.tsx';
import { PasskeyLogin } from './passkey-login.tsx';
import { PictureCaptcha } from './picture-captcha.tsx';
import { useContact } from './use-contact.ts';
import { type LoginState, useLogin } from './use-login.ts';

const ForgotPassword = lazy(async () => ({
  default: (await import('./forgot-password.tsx')).ForgotPassword,
}));

export interface LoginFormProps {
  firstBy: Contact['by'];
  /** The page to which it goes on afterwards. */
  goTo: string;
}

export function LoginForm({ firstBy, goTo }: LoginFormProps) {
  const { t } = useTranslation('account');
  const [contact, changeContact] = useContact(firstBy);
  const [password, setPassword] = useState('');
  const [answer, setAnswer] = useState('');
  const [factor, setFactor] = useState('');
  const [wasTried, setTried] = useState(false);
  const [isForgetting, setForgetting] = useState(false);
  const login = useLogin(contact, goTo);
  const wrong = contactProblem(contact);
  const isShort = !isPasswordLength(password, PASSWORD_LENGTH_MIN);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong !== undefined || isShort || (login.needsPicture && answer.trim() === '')) return;
    if (login.needsFactor && factor.trim() === '') return;
    login.submit({ password, factor }, answer);
    setFactor('');
    setAnswer('');
  };
  return (
    <>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ContactFields
          contact={contact}
          onChange={changeContact}
          error={wasTried && wrong !== undefined ? t(wrong) : undefined}
        />
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          maxLength={PASSWORD_LENGTH_MAX}
          value={password}
          onValueChange={setPassword}
          error={wasTried && isShort ? t('passwordLengthOld') : undefined}
          showLabel={t('showPassword')}
          hideLabelText={t('hidePassword')}
          aside={
            <Button size="small" tone="quiet" className="-my-2 -mr-3" onClick={() => setForgetting(true)}>
              {t('forgot')}
            </Button>
          }
        />
        <Picture
          login={login}
          answer={answer}
          onAnswerChange={setAnswer}
          onProve={() => login.proveInstead({ password, factor })}
          wasTried={wasTried}
        />
        {login.needsFactor && <FactorField value={factor} onValueChange={setFactor} />}
        <LoginProblem login={login} />
        <Button type="submit" wide loading={login.isPending || login.isProving}>
          {t('logIn')}
        </Button>
      </form>
      <PasskeyLogin goTo={goTo} />
      <Reset
        open={isForgetting}
        onOpenChange={setForgetting}
        contact={contact}
        onContactChange={changeContact}
      />
    </>
  );
}

/** Its code comes when it is opened, and stays for the way it closes. */
function Reset(props: ComponentProps<typeof ForgotPassword>) {
  const [wasOpened, setOpened] = useState(props.open);
  if (props.open && !wasOpened) setOpened(true);
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <ForgotPassword {...props} />
      </Suspense>
    )
  );
}

function FactorField(props: { value: string; onValueChange: (value: string) => void }) {
  const { t } = useTranslation('account');
  return (
    <TextField
      {...props}
      label={t('factor')}
      help={t('factorHelp')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      maxLength={16}
      autoFocus
    />
  );
}

interface PictureProps {
  login: LoginState;
  answer: string;
  onAnswerChange: (answer: string) => void;
  onProve: () => void;
  wasTried: boolean;
}

function Picture({ login, answer, onAnswerChange, onProve, wasTried }: PictureProps) {
  const { t } = useTranslation('account');
  if (!login.needsPicture) return null;
  const isMissing = wasTried && answer.trim() === '' && login.error === undefined;
  return (
    <PictureCaptcha
      task={login.picture}
      answer={answer}
      onAnswerChange={onAnswerChange}
      onRenew={login.renewPicture}
      onProve={onProve}
      isProving={login.isProving}
      error={isMissing ? t('pictureMissing') : undefined}
    />
  );
}

function LoginProblem({ login }: { login: LoginState }) {
  const textOf = useErrorText();
  if (login.error === undefined) return null;
  const { title, fix } = textOf(login.error);
  const isGentle = isRefusal(login.error, 'CAPTCHA_NEEDED', 'WORK_NEEDED', 'SECOND_FACTOR_NEEDED');
  return (
    <Notice tone={isGentle ? 'info' : 'danger'} live title={title}>
      {fix}
    </Notice>
  );
}
