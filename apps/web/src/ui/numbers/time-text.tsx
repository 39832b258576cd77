import { useEffect, useState } from 'react';
import {
  formatAge,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatTime,
  formatTimeExact,
  zoneName,
} from './format.ts';
import { useFormat } from './use-format.ts';

const WRITERS = {
  dateTime: formatDateTime,
  date: formatDate,
  time: formatTime,
  exact: formatTimeExact,
} as const;

export interface TimeTextProps {
  atMs: number;
  /** `dateTime` by default; `exact` is the time with seconds. */
  show?: keyof typeof WRITERS | undefined;
  /** Adds "IST": once a screen is enough. */
  zone?: boolean | undefined;
  className?: string | undefined;
}

export function TimeText({ atMs, show = 'dateTime', zone = false, className }: TimeTextProps) {
  const settings = useFormat();
  const written = WRITERS[show](atMs, settings);
  const text = zone ? `${written} ${zoneName(settings)}` : written;
  const hasDate = show === 'dateTime' || show === 'date';
  return (
    <time
      dateTime={new Date(atMs).toISOString()}
      // Between tabular figures the hyphens of a date are as wide as a figure and look like minus signs.
      className={`${hasDate ? '' : 'number'} ${className ?? ''}`}
    >
      {hasDate ? <DateFirst text={text} /> : text}
    </time>
  );
}

/** A date and its time, each whole on its line; a narrow column may part the two. */
function DateFirst({ text }: { text: string }) {
  const [date, ...time] = text.split(' ');
  return (
    <>
      <span className="whitespace-nowrap">{date}</span>
      {time.length > 0 && (
        <>
          {' '}
          <span className="whitespace-nowrap">{time.join(' ')}</span>
        </>
      )}
    </>
  );
}

export interface AgeProps {
  atMs: number;
  /** The server's clock minus this device's, so that a wrong clock shows no wrong age. */
  clockOffsetMs?: number | undefined;
  className?: string | undefined;
}

/** "3s ago", counted on while it is seen. */
export function Age({ atMs, clockOffsetMs = 0, className }: AgeProps) {
  const settings = useFormat();
  const nowMs = useNow(1000) + clockOffsetMs;
  return (
    <time dateTime={new Date(atMs).toISOString()} className={`number ${className ?? ''}`}>
      {formatAge(nowMs - atMs, settings)}
    </time>
  );
}

export interface CountdownProps {
  untilMs: number;
  clockOffsetMs?: number | undefined;
  onEnd?: (() => void) | undefined;
  className?: string | undefined;
}

export function Countdown({ untilMs, clockOffsetMs = 0, onEnd, className }: CountdownProps) {
  const settings = useFormat();
  const leftMs = untilMs - (useNow(1000) + clockOffsetMs);
  const isOver = leftMs <= 0;
  useEffect(() => {
    if (isOver) onEnd?.();
  }, [isOver, onEnd]);
  return (
    <span role="timer" className={`number ${className ?? ''}`}>
      {formatCountdown(leftMs, settings)}
    </span>
  );
}

/** The device's clock as state; it rests while the page is hidden. */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => {
      if (!document.hidden) setNowMs(Date.now());
    };
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs]);
  return nowMs;
}
