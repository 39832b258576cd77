import { useId } from 'react';

export interface SliderProps {
  label: string;
  /** 0 to 100. */
  percent: number;
  onPercentChange: (percent: number) => void;
  /** The words of screen readers instead of the bare number: "25 % of what is available". */
  valueText: string;
  /** Marks below that can be pressed, as texts with their percent. */
  marks?: readonly { percent: number; label: string }[] | undefined;
  step?: number | undefined;
  tone?: 'brand' | 'up' | 'down' | undefined;
  disabled?: boolean | undefined;
}

const TONES = { brand: 'text-brand', up: 'text-up', down: 'text-down' } as const;

/**
 * A share of something: how much of the balance, of the position. A share is no money, so it may be a number.
 */
export function Slider({
  label,
  percent,
  onPercentChange,
  valueText,
  marks,
  step = 1,
  tone = 'brand',
  disabled,
}: SliderProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={step}
        value={percent}
        disabled={disabled}
        aria-valuetext={valueText}
        onChange={(event) => onPercentChange(event.target.valueAsNumber)}
        className={`slider ${TONES[tone]}`}
        style={{ '--share': `${percent}%` }}
      />
      {marks !== undefined && (
        <div className="-mx-2 -mt-2 flex justify-between">
          {marks.map((mark) => (
            <button
              key={mark.percent}
              type="button"
              disabled={disabled}
              onClick={() => onPercentChange(mark.percent)}
              className="number min-h-11 min-w-11 px-2 text-small text-muted first:text-left last:text-right"
            >
              {mark.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
