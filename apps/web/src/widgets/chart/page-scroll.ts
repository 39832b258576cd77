/** Beyond this many px a finger has decided where it goes. */
const DECIDED_PX = 6;
/** A finger that rested this long first wants the crosshair, whichever way it moves then. */
const RESTED_MS = 300;

type Course = 'undecided' | 'page' | 'chart';

/**
 * The chart library keeps every drag and every turn of the wheel for itself, and the page below could not be reached. Here
 * a finger that goes up or down moves the page; the chart never hears of it. `isBusy` is asked while a line is drawn.
 */
export function letPageScroll(element: HTMLElement, isBusy: () => boolean): () => void {
  let course: Course = 'undecided';
  let start = { x: 0, y: 0, atMs: 0 };
  const onStart = (event: TouchEvent) => {
    const [touch] = event.touches;
    course = event.touches.length > 1 || isBusy() ? 'chart' : 'undecided';
    if (touch !== undefined) start = { x: touch.clientX, y: touch.clientY, atMs: event.timeStamp };
  };
  const onMove = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (course === 'undecided' && touch !== undefined) course = courseOf(touch, start, event.timeStamp);
    if (course === 'page') event.stopPropagation();
  };
  const onWheel = (event: WheelEvent) => {
    const isForChart = event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!isForChart) event.stopPropagation();
  };
  element.addEventListener('touchstart', onStart, { capture: true, passive: true });
  element.addEventListener('touchmove', onMove, { capture: true, passive: true });
  element.addEventListener('wheel', onWheel, { capture: true, passive: true });
  return () => {
    element.removeEventListener('touchstart', onStart, { capture: true });
    element.removeEventListener('touchmove', onMove, { capture: true });
    element.removeEventListener('wheel', onWheel, { capture: true });
  };
}

function courseOf(touch: Touch, start: { x: number; y: number; atMs: number }, atMs: number): Course {
  const along = Math.abs(touch.clientX - start.x);
  const down = Math.abs(touch.clientY - start.y);
  if (atMs - start.atMs > RESTED_MS && Math.max(along, down) <= DECIDED_PX) return 'chart';
  if (Math.max(along, down) <= DECIDED_PX) return 'undecided';
  return down > along ? 'page' : 'chart';
}
