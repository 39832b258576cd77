/**
 * How numbers and times are written for this person. The app sets it once at start and on each change; every
 * number component listens.
 */
export interface FormatSettings {
  /** As stored and sent in Accept-Language: `en-US`, `bn-BN`. */
  readonly language: string;
  /** Write 0-9 in every language. */
  readonly latinDigits: boolean;
  /** An IANA name; the device's own zone when absent. */
  readonly timeZone?: string | undefined;
}

let current: FormatSettings = { language: 'en-US', latinDigits: false };
const listeners = new Set<() => void>();

export function formatSettings(): FormatSettings {
  return current;
}

export function setFormatSettings(change: Partial<FormatSettings>): void {
  current = { ...current, ...change };
  for (const listener of listeners) listener();
}

export function subscribeFormatSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * `bn-BN` means Bengali in Brunei to the standard; people who chose it here mean Bengali as written in India.
 */
export function intlLanguage(language: string): string {
  if (language === 'bn-BN' || language === 'bn') return 'bn-IN';
  return language === 'en-US' || language === 'en' ? 'en-IN' : language;
}

/** For the `lang` attribute: what screen readers and fonts go by. */
export function htmlLanguage(language: string): string {
  return language.startsWith('bn') ? 'bn' : language;
}

export function intlLocale(settings: FormatSettings): string {
  const locale = intlLanguage(settings.language);
  return settings.latinDigits ? `${locale}-u-nu-latn` : locale;
}

export function digitsFor(settings: FormatSettings): { language: string; isBengali: boolean } {
  const language = htmlLanguage(settings.language);
  return { language, isBengali: language === 'bn' && !settings.latinDigits };
}

const BENGALI_DIGITS = '০১২৩৪৫৬৭৮৯';

export function localDigits(text: string, settings: FormatSettings): string {
  if (!digitsFor(settings).isBengali) return text;
  return text.replace(/\d/g, (digit) => BENGALI_DIGITS[Number(digit)] ?? digit);
}

/** The text that a person typed, in any digits we write, as 0-9. */
export function latinDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => BENGALI_DIGITS.indexOf(digit).toString());
}

export interface DateParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
  readonly dayPeriod: 'AM' | 'PM';
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? '';
  const known = clocks.get(key);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  clocks.set(key, clock);
  return clock;
}

/** The twelve-hour clock is made here from 0-23, because `hour12` printed 00:18 pm in one locale's data. */
export function dateParts(atMs: number, settings: FormatSettings): DateParts {
  const found = new Map<string, string>();
  for (const part of clockOf(settings.timeZone).formatToParts(atMs)) found.set(part.type, part.value);
  const hour24 = Number(found.get('hour') ?? '0');
  const hour12 = hour24 % 12 === 0 ? 12 : hour24 % 12;
  return {
    day: found.get('day') ?? '',
    month: found.get('month') ?? '',
    year: found.get('year') ?? '',
    hour: hour12.toString().padStart(2, '0'),
    minute: found.get('minute') ?? '',
    second: found.get('second') ?? '',
    dayPeriod: hour24 < 12 ? 'AM' : 'PM',
  };
}
