/** The way of a price as decoration: no figure of any market. */
const LINE =
  'M0 128 C24 124 36 106 58 108 S92 130 116 118 S148 74 176 80 S212 106 236 90 S272 44 300 48 S340 70 364 48 S386 26 390 24';

/** The mark below a rising line. It says nothing that the words below do not. */
export function WelcomeArt() {
  return (
    <div aria-hidden="true" className="relative h-48 shrink-0 bg-brand-soft [@media(max-height:700px)]:h-36">
      <svg
        aria-hidden="true"
        viewBox="0 0 390 192"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full text-brand"
      >
        <defs>
          <linearGradient id="welcome-fade" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="currentColor" stopOpacity="0.28" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </linearGradient>
        </defs>
        <path d={`${LINE} V192 H0 Z`} fill="url(#welcome-fade)" />
        <path
          d={LINE}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <img
        src="/mark.svg"
        alt=""
        width="64"
        height="64"
        className="absolute -bottom-8 left-6 rounded-tile ring-4 ring-bg"
      />
    </div>
  );
}
