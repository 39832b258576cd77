import { useTranslation } from '#locales/i18n.ts';
import type { Term } from '#locales/term.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';

export interface TermSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  terms: readonly Term[];
}

/** The meaning of one term, or of each of several under its own name. */
export function TermSheet({ open, onOpenChange, label, terms }: TermSheetProps) {
  const { t } = useTranslation('glossary');
  const [first] = terms;
  const isOne = first !== undefined && terms.length === 1;
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={isOne ? t(`term_${first}`) : label}
      closeLabel={t('close')}
    >
      <div className="flex flex-col gap-4 pb-4">
        {terms.map((term) => (
          <section key={term}>
            {!isOne && <h3 className="text-body font-semibold">{t(`term_${term}`)}</h3>}
            <p className="text-body text-muted">{t(`about_${term}`)}</p>
          </section>
        ))}
      </div>
    </Sheet>
  );
}
