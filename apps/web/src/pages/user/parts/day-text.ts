import { type FormatSettings, localDigits } from '#ui/numbers/format-settings.ts';

/** `2026-11-20` as dates are written here: `20-11-2026`; a month likewise. */
export function dayText(day: string, settings: FormatSettings): string {
  return localDigits(day.split('-').reverse().join('-'), settings);
}
