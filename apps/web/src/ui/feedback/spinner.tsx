export interface SpinnerProps {
  size?: number | undefined;
  /** Said by screen readers; leave it out where the surroundings already say what is loading. */
  label?: string | undefined;
  /** `current` takes the colour of the text around it, for buttons. */
  tone?: 'loader' | 'current' | undefined;
}

/** The annulus loader, while a page or a part of it loads. */
export function Spinner({ size = 24, label, tone = 'loader' }: SpinnerProps) {
  return (
    <span role={label === undefined ? undefined : 'status'} className="inline-flex">
      <svg
        aria-hidden="true"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        strokeWidth={3}
        strokeLinecap="round"
        className={`animate-spin ${tone === 'loader' ? 'text-loader' : 'text-current'}`}
      >
        <circle cx="12" cy="12" r="10" stroke="currentColor" opacity={0.2} />
        <path d="M12 2a10 10 0 0 1 10 10" stroke="currentColor" />
      </svg>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
