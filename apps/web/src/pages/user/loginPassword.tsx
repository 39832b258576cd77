import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { invalidate } from '#client/query.ts';
import { knownDevice } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { PasswordField } from '#ui/fields/text-field.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { Refused } from '#widgets/security/refused.tsx';
import { useStepUp } from '#widgets/security/use-step-up.tsx';

const LENGTH_MIN = 8;
const LENGTH_MAX = 20;

/** Old, new, again. What follows on the change is said before it. */
export default function LoginPasswordPage() {
  const { t } = useTranslation('security');
  const router = useRouter();
  const stepUp = useStepUp();
  const [old, setOld] = useState('');
  const [password, setPassword] = useState('');
  const [passwordAgain, setPasswordAgain] = useState('');
  const [wasTried, setTried] = useState(false);
  const [error, setError] = useState<CallError>();
  const isShort = password.length < LENGTH_MIN;
  const isOther = password !== passwordAgain;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (old === '' || isShort || isOther) return;
    setError(undefined);
    const input = { type: 'login' as const, password, passwordAgain, ...knownDevice() };
    const facts = [{ label: t('factType'), value: t('loginPassword') }];
    stepUp.run('passwordUpdate', input, { facts, answers: { password: old } }).then((changed) => {
      if (changed === undefined) return;
      invalidate('securityInfo', 'userInfo');
      showToast(t('loginChanged'), { tone: 'success' });
      void router.navigate({ to: '/pages/user/security', replace: true });
    }, setError);
  };
  const eye = { showLabel: t('showPassword'), hideLabelText: t('hidePassword'), maxLength: LENGTH_MAX };
  return (
    <Page header={<BackBar title={t('loginTitle')} />}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 py-4">
        <p className="text-body text-muted">{t('loginIntro')}</p>
        <PasswordField
          {...eye}
          label={t('oldPassword')}
          autoComplete="current-password"
          value={old}
          onValueChange={setOld}
          error={wasTried && old === '' ? t('passwordMissing') : undefined}
        />
        <PasswordField
          {...eye}
          label={t('newPassword')}
          autoComplete="new-password"
          help={t('newPasswordHelp')}
          value={password}
          onValueChange={setPassword}
          error={wasTried && isShort ? t('passwordLength') : undefined}
        />
        <PasswordField
          {...eye}
          label={t('passwordAgain')}
          autoComplete="new-password"
          value={passwordAgain}
          onValueChange={setPasswordAgain}
          error={wasTried && isOther ? t('passwordMismatch') : undefined}
        />
        <Refused error={error} />
        <Button type="submit" wide loading={stepUp.isRunning}>
          {t('saveLogin')}
        </Button>
      </form>
      {stepUp.sheet}
    </Page>
  );
}
