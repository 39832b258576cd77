import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

export type StepState = 'done' | 'current' | 'ahead' | 'failed' | 'skipped';

export interface ProgressStep {
  key: string;
  label: string;
  /** The moment, the reason, the clock. */
  detail?: ReactNode;
  state: StepState;
}

export interface ProgressStepsProps {
  steps: readonly ProgressStep[];
  label: string;
  /** The words of screen readers for each state. */
  stateWords: Readonly<Record<StepState, string>>;
}

const DOTS: Readonly<Record<StepState, string>> = {
  done: 'bg-good text-bg',
  current: 'bg-brand-soft text-brand ring-2 ring-brand',
  ahead: 'bg-sunken text-transparent ring-1 ring-line-strong',
  failed: 'bg-danger text-on-danger',
  skipped: 'bg-sunken text-muted',
};

/** The life of an order, a withdrawal, an application: what was, what is, what comes. */
export function ProgressSteps({ steps, label, stateWords }: ProgressStepsProps) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {steps.map((step) => (
        <li
          key={step.key}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="group relative flex gap-3 pb-5 last:pb-0"
        >
          <span
            aria-hidden="true"
            className={`absolute top-6 bottom-0 left-[11px] w-0.5 group-last:hidden ${step.state === 'done' ? 'bg-good' : 'bg-line'}`}
          />
          <span className={`z-1 grid size-6 shrink-0 place-items-center rounded-full ${DOTS[step.state]}`}>
            <StepMark state={step.state} />
          </span>
          <span className="min-w-0 pt-0.5">
            <span className={`block text-body ${step.state === 'ahead' ? 'text-muted' : 'font-semibold'}`}>
              {step.label}
              <span className="sr-only">, {stateWords[step.state]}</span>
            </span>
            {step.detail !== undefined && <span className="block text-small text-muted">{step.detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function StepMark({ state }: { state: StepState }) {
  if (state === 'done') return <Icon icon={Check} size={14} />;
  if (state === 'failed') return <Icon icon={X} size={14} />;
  if (state === 'skipped') return <Icon icon={Minus} size={14} />;
  return state === 'current' ? <span className="size-2 rounded-full bg-brand" /> : null;
}

export interface ProgressBarProps {
  label: string;
  /** 0 to 1. */
  share: number;
  valueText: string;
  tone?: 'brand' | 'good' | 'warn' | 'danger' | 'up' | 'down' | undefined;
}

const BAR_TONES = {
  brand: 'bg-brand',
  good: 'bg-good',
  warn: 'bg-warn',
  danger: 'bg-danger',
  up: 'bg-up',
  down: 'bg-down',
} as const;

/** How full: a limit used, an offering's demand, a password's strength. */
export function ProgressBar({ label, share, valueText, tone = 'brand' }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div className={`h-full rounded-full ${BAR_TONES[tone]}`} style={{ width: `${percent}%` }} />
    </div>
  );
}
