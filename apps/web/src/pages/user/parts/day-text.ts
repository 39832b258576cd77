/** `2026-11-20` as dates are written here: `20-11-2026`. */
export function dayText(day: string): string {
  return day.split('-').reverse().join('-');
}
