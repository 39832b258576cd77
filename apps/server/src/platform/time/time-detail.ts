const INDIA = 'Asia/Kolkata';

/** An instant for a refusal's sentence, and beside it for programs. */
export function timeDetail(name: string, atMs: number | undefined): Readonly<Record<string, string>> {
  return { [name]: timeText(atMs), ...(atMs !== undefined && { [`${name}Ms`]: String(atMs) }) };
}

function timeText(atMs: number | undefined): string {
  if (atMs === undefined) return '';
  const zoned = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(INDIA);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(zoned.day)}-${two(zoned.month)}-${zoned.year} ${two(zoned.hour)}:${two(zoned.minute)} IST`;
}
