/** Beyond this many px a finger has decided where it goes. */
const DECIDED_PX = 6;
/** A finger that rests this long wants the crosshair, whichever way it moves then. */
const RESTED_MS = 200;

type Course = 'undecided' | 'page' | 'chart';

interface Gesture {
  course: Course;
  /** The first touch of it, held back until the course is known. */
  held: TouchEvent | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * The chart library keeps every drag and every turn of the wheel for itself, and the page below could not be
 * reached. Here the touch is held back until it shows where it goes: up or down is the page's, and the chart
 * never hears of it; anything else is handed on from its beginning. `isBusy` is asked while a line is drawn.
 */
export function letPageScroll(element: HTMLElement, isBusy: () => boolean): () => void {
  const gesture: Gesture = { course: 'undecided', held: undefined, timer: undefined };
  const handOn = () => {
    clearTimeout(gesture.timer);
    const { held } = gesture;
    gesture.held = undefined;
    gesture.course = 'chart';
    if (held !== undefined) held.target?.dispatchEvent(copyOf(held));
  };
  const onStart = (event: TouchEvent) => {
    if (!event.isTrusted) return;
    if (event.touches.length > 1 || isBusy()) return handOn();
    gesture.course = 'undecided';
    gesture.held = event;
    clearTimeout(gesture.timer);
    gesture.timer = setTimeout(handOn, RESTED_MS);
    event.stopPropagation();
  };
  const onMove = (event: TouchEvent) => {
    const [from] = gesture.held?.touches ?? [];
    const [to] = event.touches;
    if (gesture.course === 'undecided' && from !== undefined && to !== undefined) {
      gesture.course = courseOf(from, to);
      if (gesture.course === 'chart') handOn();
      if (gesture.course === 'page') clearTimeout(gesture.timer);
    }
    if (gesture.course !== 'chart') event.stopPropagation();
  };
  const onEnd = (event: TouchEvent) => {
    // A tap: it ended before it went anywhere.
    if (gesture.course === 'undecided') handOn();
    if (gesture.course === 'page') event.stopPropagation();
  };
  const onWheel = (event: WheelEvent) => {
    const isForChart = event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!isForChart) event.stopPropagation();
  };
  const how = { capture: true, passive: true } as const;
  element.addEventListener('touchstart', onStart, how);
  element.addEventListener('touchmove', onMove, how);
  element.addEventListener('touchend', onEnd, how);
  element.addEventListener('wheel', onWheel, how);
  return () => {
    clearTimeout(gesture.timer);
    element.removeEventListener('touchstart', onStart, how);
    element.removeEventListener('touchmove', onMove, how);
    element.removeEventListener('touchend', onEnd, how);
    element.removeEventListener('wheel', onWheel, how);
  };
}

function copyOf(event: TouchEvent): TouchEvent {
  return new TouchEvent(event.type, {
    bubbles: true,
    cancelable: true,
    touches: [...event.touches],
    targetTouches: [...event.targetTouches],
    changedTouches: [...event.changedTouches],
  });
}

function courseOf(from: Touch, to: Touch): Course {
  const along = Math.abs(to.clientX - from.clientX);
  const down = Math.abs(to.clientY - from.clientY);
  if (Math.max(along, down) <= DECIDED_PX) return 'undecided';
  return down > along ? 'page' : 'chart';
}
