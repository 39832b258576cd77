/** Ages and ends of documents, by calendar days written `YYYY-MM-DD`. */

export const AGE_MIN_YEARS = 18;
/** Nobody is older: a birth date before is a slip of the finger. */
const AGE_MAX_YEARS = 120;

/** Whether the text is a day that the calendar has. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Whole years from a birth to a day. Who was born on 29 February is a year older on 1 March. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** Whether a person may have been born on that day. */
export function isBirthDate(birthDate: string, today: string): boolean {
  if (!isDay(birthDate) || birthDate > today) return false;
  return ageOn(birthDate, today) <= AGE_MAX_YEARS;
}

/** A document is good until the end of the day that it names. */
export function isExpired(expiresOn: string, today: string): boolean {
  return expiresOn < today;
}
