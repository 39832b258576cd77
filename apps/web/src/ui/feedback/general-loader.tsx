import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** An act that is done within this time needs no loader: it would only flash. */
const SHOWN_AFTER_MS = 200;

export interface GeneralLoaderProps {
  /** While the act is on its way. */
  active: boolean;
  /** The act, said by screen readers. */
  label: string;
}

/**
 * The general loader: lies over the whole app while an act that must not be repeated
 * is on its way (pay, withdraw, sign, upload, apply), and takes its touches.
 */
export function GeneralLoader({ active, label }: GeneralLoaderProps) {
  const isShown = useLate(active);
  if (!isShown) return null;
  return createPortal(
    <div role="status" className="fixed inset-0 z-9 grid place-items-center" data-loader="atom">
      <div className="absolute inset-0 bg-mask opacity-10" />
      <Atom />
      <span className="sr-only">{label}</span>
    </div>,
    document.body,
  );
}

function useLate(active: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setLate(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active]);
  return active && isLate;
}

const ORBITS_DEGREES = [0, 60, 120] as const;

/** Type atom: three orbits around a nucleus. */
function Atom() {
  return (
    <svg
      aria-hidden="true"
      width="56"
      height="56"
      viewBox="0 0 56 56"
      fill="none"
      className="relative text-loader-act"
    >
      <circle cx="28" cy="28" r="4" fill="currentColor" />
      <g className="origin-center animate-spin" stroke="currentColor" strokeWidth="2">
        {ORBITS_DEGREES.map((degrees) => (
          <ellipse key={degrees} cx="28" cy="28" rx="25" ry="10" transform={`rotate(${degrees} 28 28)`} />
        ))}
      </g>
    </svg>
  );
}
