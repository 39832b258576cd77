import { ChevronsRight } from 'lucide-react';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { feel } from './feedback/feel.ts';
import { Icon } from './icon.tsx';

export interface SwipeButtonProps {
  tone: 'buy' | 'sell';
  /** Says that it slides, and what it does. */
  children: ReactNode;
  disabled?: boolean | undefined;
  onSend: () => void;
}

const TONES = { buy: 'bg-up text-on-up', sell: 'bg-down text-on-down' } as const;
/** The part of its way that a knob must have come for the act to be meant, in percent. */
const MEANT_PERCENT = 85;

/**
 * A button that a tap does not set off: the knob is slid to the end. A key or a screen reader presses it like
 * any other button, because neither touches it by chance.
 */
export function SwipeButton({ tone, children, disabled = false, onSend }: SwipeButtonProps) {
  const knob = useRef<HTMLSpanElement>(null);
  const grip = useRef<number>(undefined);
  const [by, setBy] = useState(0);
  const wayOf = (button: HTMLElement) => button.clientWidth - (knob.current?.offsetWidth ?? 0) - 8;
  const shiftAt = (event: PointerEvent<HTMLElement>) => {
    const from = grip.current ?? event.clientX;
    return Math.max(0, Math.min(wayOf(event.currentTarget), event.clientX - from));
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    const isMeant = shiftAt(event) * 100 >= wayOf(event.currentTarget) * MEANT_PERCENT;
    if (grip.current !== undefined && isMeant) {
      feel('done');
      onSend();
    }
    grip.current = undefined;
    setBy(0);
  };
  return (
    <button
      type="button"
      disabled={disabled}
      className={`relative flex min-h-13 w-full touch-pan-y items-center justify-center overflow-hidden rounded-tile px-14 text-center text-heading select-none disabled:bg-sunken disabled:text-muted ${TONES[tone]}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = event.clientX;
      }}
      onPointerMove={(event) => grip.current !== undefined && setBy(shiftAt(event))}
      onPointerUp={end}
      onPointerCancel={() => {
        grip.current = undefined;
        setBy(0);
      }}
      onClick={(event) => event.detail === 0 && onSend()}
    >
      <span
        ref={knob}
        aria-hidden="true"
        style={{ transform: `translateX(${by}px)` }}
        className={`absolute left-1 grid size-11 place-items-center rounded-input bg-surface text-ink ${by === 0 ? 'transition-transform duration-150 motion-reduce:transition-none' : ''}`}
      >
        <Icon icon={ChevronsRight} size={24} />
      </span>
      {children}
    </button>
  );
}
