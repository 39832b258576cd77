import type { ReactNode } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { CodeField } from '#ui/fields/code-field.tsx';

export interface PinFieldProps {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  onComplete?: ((value: string) => void) | undefined;
  help?: ReactNode;
  error?: string | undefined;
  aside?: ReactNode;
  autoFocus?: boolean | undefined;
}

/** The six digits of a transaction password, as dots; no browser keeps them. */
export function PinField(props: PinFieldProps) {
  const { t } = useTranslation('security');
  return (
    <CodeField
      {...props}
      mask
      autoComplete="off"
      slotLabel={(position) => t('digit', { position: String(position) })}
    />
  );
}
