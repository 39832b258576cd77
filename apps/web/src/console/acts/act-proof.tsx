import { useTranslation } from '#locales/i18n.ts';
import { PasswordField, TextField } from '#ui/fields/text-field.tsx';

/** A fresh proof of who acts. */
export interface ActProof {
  readonly password: string;
  /** Digits of the authenticator. */
  readonly factor: string;
}

export const FACTOR_LENGTH = 6;
export const NO_PROOF: ActProof = { password: '', factor: '' };

/** Password and code of somebody who is signed in, for an act that an open screen alone must not do. */
export function ProofFields({ proof, onChange }: { proof: ActProof; onChange: (changed: ActProof) => void }) {
  const { t } = useTranslation('console');
  return (
    <div className="grid w-full gap-3 sm:grid-cols-2">
      <PasswordField
        required
        label={t('password')}
        value={proof.password}
        onValueChange={(password) => onChange({ ...proof, password })}
        autoComplete="current-password"
        showLabel={t('showPassword')}
        hideLabelText={t('hidePassword')}
      />
      <FactorField value={proof.factor} onValueChange={(factor) => onChange({ ...proof, factor })} />
    </div>
  );
}

interface FactorFieldProps {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
}

/** Digits of the authenticator. */
export function FactorField({ value, onValueChange }: FactorFieldProps) {
  const { t } = useTranslation('console');
  return (
    <TextField
      required
      label={t('factor')}
      value={value}
      onValueChange={(typed) => onValueChange(typed.replaceAll(/\D/g, '').slice(0, FACTOR_LENGTH))}
      inputMode="numeric"
      autoComplete="one-time-code"
      name="factor"
    />
  );
}
