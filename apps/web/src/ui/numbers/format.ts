import { currencyOf } from '@tarazu/core/currencies';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@tarazu/core/units';
import {
  type DecimalText,
  type DisplayRounding,
  parseDecimal,
  powerOfTen,
  rescale,
  shiftPoint,
  signOf,
  splitDigits,
} from './decimal-text.ts';
import {
  dateParts,
  digitsFor,
  type FormatSettings,
  formatSettings,
  intlLocale,
  localDigits,
} from './format-settings.ts';

/** Shown where there is no value: a dash is honest, a zero is not. */
export const NO_VALUE = '–';
/** A true minus sign: as wide as the plus in tabular figures, and read as "minus". */
const MINUS = '−';
const NO_BREAK_SPACE = '\u00a0';
/** Takes no room; a line may not break where it stands. */
const WORD_JOINER = '\u2060';

export type SignDisplay = 'auto' | 'always' | 'never';
export type Grouping = 'indian' | 'western' | 'none';

export interface NumberOptions {
  /** Digits after the point; the text's own when absent. */
  decimals?: number | undefined;
  /** Cut trailing zeros down to this many digits after the point. */
  decimalsMin?: number | undefined;
  sign?: SignDisplay | undefined;
  grouping?: Grouping | undefined;
  rounding?: DisplayRounding | undefined;
  settings?: FormatSettings | undefined;
}

/**
 * How the asset is named: ₹ and BTC (`symbol`), ₹ and nothing for a coin (`sign`), INR and BTC (`code`), or
 * not at all.
 */
export type MoneyUnit = 'symbol' | 'sign' | 'code' | 'none';

export interface MoneyOptions extends NumberOptions {
  unit?: MoneyUnit | undefined;
  /** Of the compact form: the largest of a list, whose step all of the list take. */
  like?: string | undefined;
}

export function currencySymbol(asset: string): string {
  return currencyOf(asset)?.symbol ?? asset;
}

export function groupingOf(asset: string | undefined): Grouping {
  if (asset === undefined) return 'indian';
  return currencyOf(asset)?.grouping === 'lakhs' ? 'indian' : 'western';
}

/** A bare number: "1234567.5" → "12,34,567.5". */
export function formatNumber(text: string | undefined, options: NumberOptions = {}): string {
  const value = text === undefined ? undefined : parseDecimal(text);
  if (value === undefined) return NO_VALUE;
  const rounded = rescale(value, options.decimals ?? value.scale, options.rounding ?? 'nearest');
  return `${signText(rounded, options.sign)}${unsignedText(rounded, options)}`;
}

/**
 * An amount with its asset: ₹12,34,567.50, or 0.0025 BTC for a coin, whose decimals are those of the text.
 */
export function formatMoney(text: string | undefined, asset: string, options: MoneyOptions = {}): string {
  const value = text === undefined ? undefined : parseDecimal(text);
  if (value === undefined) return NO_VALUE;
  const decimals = options.decimals ?? currencyOf(asset)?.scale ?? value.scale;
  const rounded = rescale(value, decimals, options.rounding ?? 'nearest');
  const grouping = options.grouping ?? groupingOf(asset);
  const digits = unsignedText(rounded, { ...options, grouping });
  return withUnit(signText(rounded, options.sign), digits, { asset, unit: options.unit ?? 'symbol' });
}

/**
 * The one compact form. Rupees and taka are plain below a lakh, then L (1e5) and Cr (1e7), as in "84.21 L";
 * everything else, volumes included, has K, M, B (1e9) or T (1e12), as in "1.25M".
 */
export function formatCompact(text: string | undefined, asset?: string, options: MoneyOptions = {}): string {
  const value = text === undefined ? undefined : parseDecimal(text);
  if (value === undefined) return NO_VALUE;
  const grouping = options.grouping ?? groupingOf(asset);
  const currency = asset === undefined ? undefined : currencyOf(asset);
  const steps = currency?.grouping === 'lakhs' ? INDIAN_STEPS : WESTERN_STEPS;
  const plainDecimals = options.decimals ?? currency?.scale ?? Math.min(value.scale, 2);
  const unit = asset === undefined ? 'none' : (options.unit ?? 'symbol');
  const settings = options.settings ?? formatSettings();
  const like = options.like === undefined ? value : (parseDecimal(options.like) ?? value);
  const scaled = compactParts(value, { steps, plainDecimals, like });
  const digits = unsignedText(scaled.value, {
    grouping,
    settings,
    decimalsMin: scaled.suffix === '' ? plainDecimals : 0,
  });
  const suffix = suffixText(scaled.suffix, settings);
  return withUnit(signText(scaled.value, options.sign), `${digits}${suffix}`, { asset: asset ?? '', unit });
}

export type PercentUnit = 'percent' | 'ratio' | 'bps';

export interface PercentOptions extends NumberOptions {
  /**
   * The unit of the text: percent ("1.25"), a ratio ("0.0125") or basis points ("125"); by default percent.
   */
  unit?: PercentUnit | undefined;
}

const PERCENT_SHIFT: Readonly<Record<PercentUnit, number>> = { percent: 0, ratio: 2, bps: -2 };

export function formatPercent(text: string | undefined, options: PercentOptions = {}): string {
  const value = text === undefined ? undefined : parseDecimal(text);
  if (value === undefined) return NO_VALUE;
  const percent = shiftPoint(value, PERCENT_SHIFT[options.unit ?? 'percent']);
  const rounded = rescale(percent, options.decimals ?? 2, options.rounding ?? 'nearest');
  return `${signText(rounded, options.sign)}${unsignedText(rounded, options)}%`;
}

/** Whether a percent that is written would say 0.00 beside an amount that is not zero. */
export function isLostPercent(amount: string, percent: string, unit: PercentUnit = 'percent'): boolean {
  const value = parseDecimal(percent);
  if (value === undefined || signOf(amount) === 0) return false;
  return rescale(shiftPoint(value, PERCENT_SHIFT[unit]), 2, 'nearest').units === 0n;
}

/**
 * dd-mm-yyyy hh:mm AM/PM in the person's time zone; the zone itself is written once a screen by `zoneName`.
 */
export function formatDateTime(atMs: number, settings: FormatSettings = formatSettings()): string {
  return `${formatDate(atMs, settings)} ${formatTime(atMs, settings)}`;
}

/** The same for a sentence, where a line would else end after a hyphen in the middle of the date. */
export function dateTimeInSentence(atMs: number, settings: FormatSettings): string {
  return formatDateTime(atMs, settings).replaceAll('-', `-${WORD_JOINER}`);
}

export function formatDate(atMs: number, settings: FormatSettings = formatSettings()): string {
  const { day, month, year } = dateParts(atMs, settings);
  return localDigits(`${day}-${month}-${year}`, settings);
}

export function formatTime(atMs: number, settings: FormatSettings = formatSettings()): string {
  const { hour, minute, dayPeriod } = dateParts(atMs, settings);
  return localDigits(`${hour}:${minute}${NO_BREAK_SPACE}${dayPeriod}`, settings);
}

/** A day of a calendar, `2026-12-01`, whatever the time zone of its reader. */
export function formatDay(day: string, settings: FormatSettings = formatSettings()): string {
  return localDigits(day.split('-').reverse().join('-'), settings);
}

/** A time of day, `15:30`, that belongs to the exchange: no zone of its reader moves it. */
export function formatClock(clock: string, settings: FormatSettings = formatSettings()): string {
  const [hours = '0', minutes = '00'] = clock.split(':');
  const hour = Number(hours) % HOURS_A_DAY;
  const hour12 = hour % 12 === 0 ? 12 : hour % 12;
  return localDigits(`${twoDigits(hour12)}:${minutes}${NO_BREAK_SPACE}${hour < 12 ? 'AM' : 'PM'}`, settings);
}

/** With seconds, for fills and other moments where the second matters. */
export function formatTimeExact(atMs: number, settings: FormatSettings = formatSettings()): string {
  const { hour, minute, second, dayPeriod } = dateParts(atMs, settings);
  return localDigits(`${hour}:${minute}:${second}${NO_BREAK_SPACE}${dayPeriod}`, settings);
}

export function zoneName(settings: FormatSettings = formatSettings()): string {
  const parts = new Intl.DateTimeFormat('en-IN', {
    timeZoneName: 'short',
    ...(settings.timeZone === undefined ? {} : { timeZone: settings.timeZone }),
  }).formatToParts();
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'UTC';
}

const HOURS_A_DAY = 24;

const AGE_STEPS: readonly (readonly [limitMs: number, unitMs: number, unit: Intl.RelativeTimeFormatUnit])[] =
  [
    [MINUTE_MS, SECOND_MS, 'second'],
    [HOUR_MS, MINUTE_MS, 'minute'],
    [DAY_MS, HOUR_MS, 'hour'],
    [Number.POSITIVE_INFINITY, DAY_MS, 'day'],
  ];

/**
 * "3s ago": the words come from the browser's own language
 * data. A negative age (a clock that runs ahead) reads as now.
 */
export function formatAge(ageMs: number, settings: FormatSettings = formatSettings()): string {
  const age = Math.max(0, ageMs);
  const step = AGE_STEPS.find(([limitMs]) => age < limitMs);
  const [, unitMs, unit] = step ?? [0, DAY_MS, 'day'];
  const count = Math.floor(age / unitMs);
  return relativeFormat(intlLocale(settings)).format(count === 0 ? 0 : -count, unit);
}

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

/** Making one costs far more than using it, and ages are written every second. */
function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const known = relativeFormats.get(locale);
  if (known !== undefined) return known;
  const made = new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric: 'auto' });
  relativeFormats.set(locale, made);
  return made;
}

/** The time left on a clock: "04:05", "02:04:05", "3d 02:04:05" with the day's letter of the language. */
export function formatCountdown(leftMs: number, settings: FormatSettings = formatSettings()): string {
  const left = Math.max(0, leftMs);
  const days = Math.floor(left / DAY_MS);
  const hours = Math.floor((left % DAY_MS) / HOUR_MS);
  const minutes = twoDigits(Math.floor((left % HOUR_MS) / MINUTE_MS));
  const seconds = twoDigits(Math.floor((left % MINUTE_MS) / SECOND_MS));
  const clock = days > 0 || hours > 0 ? `${twoDigits(hours)}:${minutes}:${seconds}` : `${minutes}:${seconds}`;
  if (days === 0) return localDigits(clock, settings);
  const dayText = new Intl.NumberFormat(intlLocale(settings), {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'narrow',
  });
  return `${dayText.format(days)} ${localDigits(clock, settings)}`;
}

function twoDigits(value: number): string {
  return value.toString().padStart(2, '0');
}

function signText(value: DecimalText, sign: SignDisplay = 'auto'): string {
  if (value.units === 0n || sign === 'never') return '';
  if (value.negative) return MINUS;
  return sign === 'always' ? '+' : '';
}

function unsignedText(value: DecimalText, options: NumberOptions): string {
  const settings = options.settings ?? formatSettings();
  const { whole, fraction } = splitDigits(value);
  const kept = options.decimalsMin === undefined ? fraction : trimZeros(fraction, options.decimalsMin);
  const grouped = groupDigits(whole, options.grouping ?? 'indian');
  return localDigits(kept === '' ? grouped : `${grouped}.${kept}`, settings);
}

function trimZeros(fraction: string, decimalsMin: number): string {
  let end = fraction.length;
  while (end > decimalsMin && fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end);
}

export function groupDigits(whole: string, grouping: Grouping): string {
  if (grouping === 'none' || whole.length <= 3) return whole;
  if (grouping === 'western') return whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const head = whole.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',');
  return `${head},${whole.slice(-3)}`;
}

function withUnit(sign: string, digits: string, named: { asset: string; unit: MoneyUnit }): string {
  if (named.unit === 'none') return `${sign}${digits}`;
  const currency = currencyOf(named.asset);
  if (named.unit === 'sign' && currency === undefined) return `${sign}${digits}`;
  if (named.unit !== 'code' && currency !== undefined) return `${sign}${currency.symbol}${digits}`;
  return `${sign}${digits}${NO_BREAK_SPACE}${named.asset}`;
}

type CompactSuffix = '' | 'K' | 'M' | 'B' | 'T' | 'L' | 'Cr';

const INDIAN_STEPS: readonly (readonly [exponent: number, suffix: CompactSuffix])[] = [
  [7, 'Cr'],
  [5, 'L'],
];
const WESTERN_STEPS: readonly (readonly [exponent: number, suffix: CompactSuffix])[] = [
  [12, 'T'],
  [9, 'B'],
  [6, 'M'],
  [3, 'K'],
];

/**
 * Rounds first and then asks for the step, so that 99,999.999 lakh becomes 1,000 Cr and never "1,00,000 L".
 */
interface CompactHow {
  readonly steps: typeof INDIAN_STEPS;
  readonly plainDecimals: number;
  /** The amount that decides the step. */
  readonly like: DecimalText;
}

function compactParts(value: DecimalText, { steps, plainDecimals, like }: CompactHow) {
  const smallest = steps.at(-1)?.[0] ?? 0;
  const plain = rescale(value, plainDecimals, 'nearest');
  const size = rescale(like, plainDecimals, 'nearest');
  const isPlain = size.units < powerOfTen(smallest + size.scale);
  if (isPlain) return { value: plain, suffix: '' as const };
  for (const [index, [exponent, suffix]] of steps.entries()) {
    const reached = compactDigits({ ...like, scale: like.scale + exponent });
    const isReached = reached.units >= powerOfTen(reached.scale);
    if (isReached || index === steps.length - 1)
      return { value: compactDigits({ ...value, scale: value.scale + exponent }), suffix };
  }
  return { value: plain, suffix: '' as const };
}

/** Two digits after the point below a thousand, none from there. */
function compactDigits(value: DecimalText): DecimalText {
  const fine = rescale(value, 2, 'nearest');
  return fine.units >= 1000n * powerOfTen(2) ? rescale(value, 0, 'nearest') : fine;
}

const BENGALI_SUFFIXES: Readonly<Partial<Record<CompactSuffix, string>>> = { L: 'লাখ', Cr: 'কোটি' };

function suffixText(suffix: CompactSuffix, settings: FormatSettings): string {
  if (suffix === '') return '';
  if (suffix !== 'L' && suffix !== 'Cr') return suffix;
  const word = digitsFor(settings).language === 'bn' ? BENGALI_SUFFIXES[suffix] : suffix;
  return `${NO_BREAK_SPACE}${word ?? suffix}`;
}
