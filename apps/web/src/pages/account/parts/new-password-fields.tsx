import { useTranslation } from '#locales/i18n.ts';
import { PasswordField } from '#ui/fields/text-field.tsx';
import { PASSWORD_LENGTH_MAX } from './contact.ts';

export interface NewPasswordFieldsProps {
  password: string;
  passwordAgain: string;
  onPasswordChange: (password: string) => void;
  onPasswordAgainChange: (password: string) => void;
  passwordError?: string | undefined;
  passwordAgainError?: string | undefined;
  autoFocus?: boolean | undefined;
}

export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <PasswordField
        label={t('newPassword')}
        autoComplete="new-password"
        maxLength={PASSWORD_LENGTH_MAX}
        value={props.password}
        onValueChange={props.onPasswordChange}
        help={t('passwordHelp')}
        error={props.passwordError}
        autoFocus={props.autoFocus}
        showLabel={t('showPassword')}
        hideLabelText={t('hidePassword')}
      />
      <PasswordField
        label={t('passwordAgain')}
        autoComplete="new-password"
        maxLength={PASSWORD_LENGTH_MAX}
        value={props.passwordAgain}
        onValueChange={props.onPasswordAgainChange}
        error={props.passwordAgainError}
        showLabel={t('showPassword')}
        hideLabelText={t('hidePassword')}
      />
    </>
  );
}
