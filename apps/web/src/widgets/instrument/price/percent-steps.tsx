import type { InstrumentProfile } from '@tarazu/protocol';
import { tickerNow } from '#client/prices.ts';
import { formatPercent } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { awayFrom } from './away-from.ts';

export interface PercentStepsProps {
  profile: InstrumentProfile;
  /** Names the group. */
  label: string;
  /** Percent from the last price, below zero for below it. */
  steps: readonly number[];
  onChoose: (price: string) => void;
  disabled?: boolean | undefined;
}

/** Prices so many percent from the last one, a tap each, on the tick. */
export function PercentSteps({ profile, label, steps, onChoose, disabled }: PercentStepsProps) {
  const settings = useFormat();
  const choose = (percent: number) => {
    const price = tickerNow(profile.instrumentId)?.price ?? profile.price;
    const away = awayFrom({ ...profile, price }, BigInt(percent));
    if (away !== undefined) onChoose(away);
  };
  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">{label}</legend>
      {steps.map((percent) => (
        <button
          key={percent}
          type="button"
          disabled={disabled}
          onClick={() => choose(percent)}
          className="pressable target number min-h-9 min-w-0 flex-1 rounded-chip bg-sunken text-small font-semibold text-muted disabled:opacity-50"
        >
          {formatPercent(String(percent), { decimals: 0, sign: 'always', settings })}
        </button>
      ))}
    </fieldset>
  );
}
