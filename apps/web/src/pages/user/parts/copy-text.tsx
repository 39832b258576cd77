import { Copy } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { copyText } from '#ui/copy.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { IconButton } from '#ui/icon-button.tsx';

export interface CopyTextProps {
  text: string;
  label: string;
  /** The words of the toast once it is copied. */
  said: string;
}

export function CopyText({ text, label, said }: CopyTextProps) {
  const { t } = useTranslation('shell');
  const copy = async () => {
    if (await copyText(text)) showToast(said, { tone: 'success' });
    else showToast(t('copyFailed'), { tone: 'error' });
  };
  return (
    // The margin of the button is not taken from the text, which would break its last sign off.
    <span className="-my-2.5 -mr-2 inline-flex max-w-[calc(100%+0.5rem)] items-center">
      <span className="number min-w-0 break-all whitespace-normal">{text}</span>
      <IconButton icon={Copy} label={label} tone="muted" onClick={() => void copy()} />
    </span>
  );
}
