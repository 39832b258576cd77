const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
/** Somebody who only looks at the first page is left alone for so long. */
const LOOKING_MS = 10_000;

/**
 * Does the work after the first touch of the page or after
 * ten seconds, in both cases when the browser is idle.
 */
export function afterFirstTouch(work: () => void): void {
  const start = () => {
    clearTimeout(timer);
    for (const type of TOUCHES) window.removeEventListener(type, start);
    whenIdle(work);
  };
  const timer = setTimeout(start, LOOKING_MS);
  for (const type of TOUCHES) window.addEventListener(type, start, { passive: true });
}

/** By then what a hand asked for stands, or is on its way. */
const RESTING_MS = 3_000;

/**
 * Does heavy work once a hand that has touched the page rests, or after ten seconds without one: begun with
 * the first touch it would hold up what that touch asks for.
 */
export function whenHandRests(work: () => void): void {
  let timer = setTimeout(start, LOOKING_MS);
  function wait() {
    clearTimeout(timer);
    timer = setTimeout(start, RESTING_MS);
  }
  function start() {
    for (const type of TOUCHES) window.removeEventListener(type, wait);
    whenIdle(work);
  }
  for (const type of TOUCHES) window.addEventListener(type, wait, { passive: true });
}

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 5000 });
  else setTimeout(work, 2000);
}
