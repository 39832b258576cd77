import { memo } from 'react';
import { classNames } from '#ui/class-names.ts';
import { signOf } from './decimal-text.ts';
import {
  formatCompact,
  formatMoney,
  formatNumber,
  formatPercent,
  type Grouping,
  groupingOf,
  isLostPercent,
  type MoneyUnit,
  type PercentUnit,
  type SignDisplay,
} from './format.ts';
import { useFlash } from './use-flash.ts';
import { useFormat } from './use-format.ts';

interface NumberTextProps {
  /** Decimal text as the server wrote it; a dash is shown when there is none. */
  value: string | undefined;
  className?: string | undefined;
}

export interface MoneyProps extends NumberTextProps {
  asset: string;
  sign?: SignDisplay | undefined;
  decimals?: number | undefined;
  unit?: MoneyUnit | undefined;
  /** "₹84.21 L" with the whole amount as its title. */
  compact?: boolean | undefined;
  /** The largest of a list of compact amounts: one list has one form. */
  like?: string | undefined;
  /** Dots in place of the amount, where a person hides balances; screen readers say `hiddenWord`. */
  hiddenWord?: string | undefined;
}

export const Money = memo(function Money({
  value,
  asset,
  sign,
  decimals,
  unit,
  compact = false,
  like,
  hiddenWord,
  className,
}: MoneyProps) {
  const settings = useFormat();
  const names = classNames('number', className);
  if (hiddenWord !== undefined) {
    return (
      <span className={names}>
        <span aria-hidden="true">••••••</span>
        <span className="sr-only">{hiddenWord}</span>
      </span>
    );
  }
  const options = { sign, decimals, unit, like, settings };
  const whole = formatMoney(value, asset, options);
  if (!compact) return <span className={names}>{whole}</span>;
  return (
    <span className={names} title={whole}>
      {formatCompact(value, asset, options)}
    </span>
  );
});

export interface PriceProps extends NumberTextProps {
  /** The quote asset; it decides the grouping and the sign: ₹ for rupees, none for a coin. */
  asset?: string | undefined;
  decimals?: number | undefined;
  unit?: MoneyUnit | undefined;
  /** Colours it for a moment when it changes. */
  flash?: boolean | undefined;
}

export const Price = memo(function Price({
  value,
  asset,
  decimals,
  unit = 'sign',
  flash = false,
  className,
}: PriceProps) {
  const settings = useFormat();
  const element = useFlash<HTMLSpanElement>(value, flash);
  const text =
    asset === undefined
      ? formatNumber(value, { decimals, settings })
      : formatMoney(value, asset, { decimals, unit, settings });
  return (
    <span ref={element} className={classNames('number', className)}>
      {text}
    </span>
  );
});

export interface QuantityProps extends NumberTextProps {
  /** "shares", "BTC": already in the person's language. */
  unit?: string | undefined;
  decimals?: number | undefined;
  grouping?: Grouping | undefined;
  compact?: boolean | undefined;
  sign?: SignDisplay | undefined;
}

export const Quantity = memo(function Quantity({
  value,
  unit,
  decimals,
  grouping,
  compact = false,
  sign,
  className,
}: QuantityProps) {
  const settings = useFormat();
  const options = { decimals, grouping: grouping ?? groupingOf(undefined), sign, settings };
  const text = compact
    ? formatCompact(value, undefined, options)
    : formatNumber(value, { ...options, decimalsMin: decimals ?? 0 });
  return (
    <span className={classNames('number', className)}>
      {text}
      {unit !== undefined && <span className="font-normal"> {unit}</span>}
    </span>
  );
});

export interface PercentProps extends NumberTextProps {
  /** The unit of `value`: percent (default), a ratio or basis points. */
  unit?: PercentUnit | undefined;
  decimals?: number | undefined;
  sign?: SignDisplay | undefined;
}

export function Percent({ value, unit, decimals, sign, className }: PercentProps) {
  const settings = useFormat();
  return (
    <span className={classNames('number', className)}>
      {formatPercent(value, { unit, decimals, sign, settings })}
    </span>
  );
}

export interface ChangeWords {
  up: string;
  down: string;
  unchanged: string;
}

export interface ChangeProps {
  /** The amount of the change; leave it out to show only the percent. */
  value?: string | undefined;
  percent?: string | undefined;
  percentUnit?: PercentUnit | undefined;
  asset?: string | undefined;
  decimals?: number | undefined;
  unit?: MoneyUnit | undefined;
  /** The words of screen readers for the arrow. */
  words: ChangeWords;
  className?: string | undefined;
}

/** Arrow, sign and colour together: none of the three alone carries the meaning. Zero has none of them. */
export function Change({
  value,
  percent,
  percentUnit,
  asset,
  decimals,
  unit = 'sign',
  words,
  className,
}: ChangeProps) {
  const settings = useFormat();
  const sign = signOf(value ?? percent ?? '0');
  const percentText = formatPercent(percent, { unit: percentUnit, sign: 'always', settings });
  const valueText =
    asset === undefined
      ? formatNumber(value, { decimals, sign: 'always', settings })
      : formatMoney(value, asset, { decimals, unit, sign: 'always', settings });
  const tone = sign === 0 ? 'text-muted' : sign > 0 ? 'text-up' : 'text-down';
  return (
    <span className={classNames('number', tone, className)}>
      {sign !== 0 && <ChangeArrow sign={sign} />}
      <span className="sr-only">{sign === 0 ? words.unchanged : sign > 0 ? words.up : words.down} </span>
      {value === undefined
        ? percentText
        : percent === undefined || isLostPercent(value, percent, percentUnit)
          ? valueText
          : `${valueText} (${percentText})`}
    </span>
  );
}

const ARROWS = { 1: 'M4 0.8 8 7.2H0z', '-1': 'M4 7.2 0 0.8h8z' } as const;

/** Drawn, because the latin font has no triangles. */
export const ChangeArrow = memo(function ChangeArrow({ sign }: { sign: -1 | 1 }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 8 8"
      className="mr-[0.3em] inline-block size-[0.62em] align-[0.06em]"
    >
      <path d={ARROWS[sign]} fill="currentColor" />
    </svg>
  );
});
