import { Copy } from 'lucide-react';
import { showToast } from '#ui/feedback/toast.ts';
import { IconButton } from '#ui/icon-button.tsx';

export interface CopyTextProps {
  text: string;
  label: string;
  /** The words of the toast once it is copied. */
  said: string;
}

export function CopyText({ text, label, said }: CopyTextProps) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    showToast(said, { tone: 'success' });
  };
  return (
    <span className="-my-2.5 -mr-2 inline-flex items-center">
      <span className="number break-all">{text}</span>
      <IconButton icon={Copy} label={label} tone="muted" onClick={() => void copy()} />
    </span>
  );
}
