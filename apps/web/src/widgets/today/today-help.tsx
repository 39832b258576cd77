import { HelpButton } from '#widgets/help/help-button.tsx';
import { type TodayGain, TodaySheet } from './today-sheet.tsx';

export interface TodayHelpProps {
  /** The words beside which it stands; the button's name. */
  label: string;
  gain: TodayGain;
  className?: string | undefined;
}

/** The "?" beside today's gain: its sheet says what the gain is made of. */
export function TodayHelp({ label, gain, className }: TodayHelpProps) {
  return (
    <HelpButton label={label} className={className} sheet={(of) => <TodaySheet {...of} gain={gain} />} />
  );
}
