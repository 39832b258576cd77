import { CircleQuestionMark } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { loadTexts } from '#locales/load.ts';
import { classNames } from '#ui/class-names.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { Icon } from '#ui/icon.tsx';

export interface HelpButtonProps {
  /** The words beside which it stands, in the person's language; the button's name. */
  label: string;
  className?: string | undefined;
  /** The sheet, drawn from the first opening on. */
  sheet: (of: { open: boolean; onOpenChange: (isOpen: boolean) => void }) => ReactNode;
}

/** A "?" that opens a sheet. The texts of all terms come when somebody asks. */
export function HelpButton({ label, className, sheet }: HelpButtonProps) {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = async () => {
    try {
      await loadTexts(['glossary']);
    } catch {
      showToast(t('noAnswerTitle'), { tone: 'error' });
      return;
    }
    setWasOpened(true);
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        aria-label={t('helpOn', { term: label })}
        aria-haspopup="dialog"
        onClick={() => void open()}
        className={classNames(
          'pressable grid size-11 shrink-0 place-items-center rounded-full text-muted [--pressed:transparent]',
          className,
        )}
      >
        <Icon icon={CircleQuestionMark} size={18} />
      </button>
      {wasOpened && sheet({ open: isOpen, onOpenChange: setOpen })}
    </>
  );
}
