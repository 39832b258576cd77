import type { Term } from '#locales/term.ts';
import { HelpButton } from './help-button.tsx';
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

/** The "?" beside a term, with a sheet about it. */
export function TermHelp({ label, terms, className }: TermHelpProps) {
  if (terms.length === 0) return null;
  return (
    <HelpButton
      label={label}
      className={className}
      sheet={(of) => <TermSheet {...of} label={label} terms={terms} />}
    />
  );
}
