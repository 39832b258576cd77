import type { ReactNode } from 'react';
import { Quantity } from '#ui/numbers/number-text.tsx';

export interface Step {
  readonly text: string;
  readonly picture: ReactNode;
}

/** Steps with a small drawing each, in the order in which they are done. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="flex flex-col gap-3">
      {steps.map(({ text, picture }, at) => (
        <li key={text} className="flex items-center gap-4 rounded-tile bg-sunken p-4">
          <span className="shrink-0 text-brand">{picture}</span>
          <span className="min-w-0 text-body">
            <Quantity value={String(at + 1)} className="mr-2 font-semibold text-muted" />
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface PictureProps {
  label: string;
}

function Picture({ label, children }: PictureProps & { children: ReactNode }) {
  return (
    <svg
      role="img"
      aria-label={label}
      width="64"
      height="64"
      viewBox="0 0 64 64"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <rect x="14" y="4" width="36" height="56" rx="6" />
      {children}
    </svg>
  );
}

export function AddressPicture({ label }: PictureProps) {
  return (
    <Picture label={label}>
      <rect x="19" y="11" width="26" height="8" rx="4" />
      <path d="M23 15h10M20 30h24M20 38h24M20 46h16" />
    </Picture>
  );
}

export function MenuPicture({ label }: PictureProps) {
  return (
    <Picture label={label}>
      <circle cx="43" cy="12" r="1" />
      <circle cx="43" cy="17" r="1" />
      <circle cx="43" cy="22" r="1" />
      <path d="M20 32h24M20 40h24M20 48h16" />
    </Picture>
  );
}

export function EntryPicture({ label }: PictureProps) {
  return (
    <Picture label={label}>
      <rect x="19" y="26" width="26" height="12" rx="4" fill="currentColor" fillOpacity="0.15" />
      <path d="M32 29v5m-2.5-2 2.5 2.5 2.5-2.5M20 16h18M20 48h18" />
    </Picture>
  );
}

export function HomePicture({ label }: PictureProps) {
  return (
    <Picture label={label}>
      <rect x="20" y="12" width="9" height="9" rx="2.5" />
      <rect x="35" y="12" width="9" height="9" rx="2.5" fill="currentColor" />
      <rect x="20" y="28" width="9" height="9" rx="2.5" />
      <rect x="35" y="28" width="9" height="9" rx="2.5" />
      <path d="M27 54h10" />
    </Picture>
  );
}

export function SharePicture({ label }: PictureProps) {
  return (
    <Picture label={label}>
      <path d="M26 30h-3v16h18V30h-3M32 38V20m-5 5 5-5 5 5" />
    </Picture>
  );
}
