/** The phone's answer to the hand, where it can: never the only sign of anything. */
const PATTERNS_MS = { step: [6], done: [12, 60, 18], refused: [40] } as const;

/** A short tick under the finger; nothing where the device has none, or where a person wants less motion. */
export function feel(what: keyof typeof PATTERNS_MS): void {
  if (!('vibrate' in navigator) || !navigator.userActivation.hasBeenActive) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate([...PATTERNS_MS[what]]);
}
