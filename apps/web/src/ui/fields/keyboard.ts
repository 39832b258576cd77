/** Less than this much hidden is a bar of the browser and no keyboard. */
const KEYBOARD_PX_MIN = 150;

export interface Visible {
  /** The tallest that the page was at this width. */
  readonly heightMax: number;
  /**
   * The height that the page is laid out for now; some
   * browsers make it smaller for a keyboard, others do not.
   */
  readonly layoutHeight: number;
  /** The part of the page that is seen, and where it begins. */
  readonly visibleHeight: number;
  readonly visibleTop: number;
  /** A finger has made the page larger. */
  readonly scale: number;
}

/** How much of the foot of the page a keyboard covers; undefined while there is none. */
export function keyboardInset(seen: Visible): number | undefined {
  const isZoomed = seen.scale > 1.01;
  if (isZoomed || seen.heightMax - seen.visibleHeight < KEYBOARD_PX_MIN) return undefined;
  return Math.max(0, Math.round(seen.layoutHeight - seen.visibleHeight - seen.visibleTop));
}

/**
 * Tells the styles about the keyboard of a phone: bars at
 * the foot stand above it, and the tabs leave it the room.
 */
export function followKeyboard(): void {
  const view = window.visualViewport;
  if (view === null) return;
  const root = document.documentElement;
  let width = window.innerWidth;
  let heightMax = window.innerHeight;
  const look = () => {
    if (window.innerWidth !== width) heightMax = 0;
    width = window.innerWidth;
    heightMax = Math.max(heightMax, window.innerHeight);
    const inset = isTyping()
      ? keyboardInset({
          heightMax,
          layoutHeight: window.innerHeight,
          visibleHeight: view.height,
          visibleTop: view.offsetTop,
          scale: view.scale,
        })
      : undefined;
    root.toggleAttribute('data-keyboard', inset !== undefined);
    root.style.setProperty('--keyboard', `${inset ?? 0}px`);
  };
  view.addEventListener('resize', look);
  view.addEventListener('scroll', look);
  document.addEventListener('focusout', look);
}

function isTyping(): boolean {
  const focused = document.activeElement;
  return focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
}
