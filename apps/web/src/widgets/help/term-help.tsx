import { CircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { loadTexts } from '#locales/load.ts';
import { classNames } from '#ui/class-names.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { Icon } from '#ui/icon.tsx';
import type { Term } from './term.ts';
import { TermSheet } from './term-sheet.tsx';

export interface TermHelpProps {
  /**
   * The thing beside which it stands, in the person's language: the button's name and, of several terms, the
   * title.
   */
  label: string;
  /** One term, or all that belong to the label. */
  terms: readonly Term[];
  className?: string | undefined;
}

/** The "?" beside a term. Its sheet and the texts of all terms come when somebody asks. */
export function TermHelp({ label, terms, className }: TermHelpProps) {
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
  if (terms.length === 0) return null;
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
      {wasOpened && <TermSheet open={isOpen} onOpenChange={setOpen} label={label} terms={terms} />}
    </>
  );
}
