import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Spinner } from './spinner.tsx';

export interface PullToRefreshProps {
  onRefresh: () => Promise<unknown>;
  /** "Refreshing": said while it runs. */
  label: string;
  children: ReactNode;
}

const TRIGGER_PX = 64;
const PULL_MAX_PX = 96;
/** The page gives way at half the finger's speed. */
const RESISTANCE = 0.5;

/**
 * Only for fingers, only from the very top. A refresh is
 * always to be had by another way too (it is a gesture).
 */
export function PullToRefresh({ onRefresh, label, children }: PullToRefreshProps) {
  const content = useRef<HTMLDivElement>(null);
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });
  useEffect(() => {
    const element = content.current;
    if (element === null || isRefreshing) return undefined;
    return watchPull(element, () => {
      setRefreshing(true);
      void refresh.current().finally(() => setRefreshing(false));
    });
  }, [isRefreshing]);
  return (
    <div className="relative grow">
      <div className="absolute inset-x-0 top-0 grid h-16 place-items-center">
        {isRefreshing ? <Spinner label={label} /> : null}
      </div>
      <Pulled content={content} isHeld={isRefreshing}>
        {children}
      </Pulled>
    </div>
  );
}

function Pulled(props: { content: RefObject<HTMLDivElement | null>; isHeld: boolean; children: ReactNode }) {
  return (
    <div
      ref={props.content}
      className="relative flow-root grow bg-bg transition-transform duration-200 ease-sheet"
      style={{ transform: props.isHeld ? `translateY(${TRIGGER_PX}px)` : undefined }}
    >
      {props.children}
    </div>
  );
}

/** Follows the finger by writing the style itself: a pull must not draw the page sixty times a second. */
function watchPull(element: HTMLElement, onPulled: () => void): () => void {
  const stop = new AbortController();
  let startY: number | undefined;
  let startX = 0;
  let pulledPx = 0;
  const move = (px: number) => {
    pulledPx = px;
    element.style.transitionDuration = px > 0 ? '0ms' : '';
    element.style.transform = px > 0 ? `translateY(${px}px)` : '';
  };
  const onStart = (event: TouchEvent) => {
    startY = window.scrollY <= 0 && event.touches.length === 1 ? event.touches[0]?.clientY : undefined;
    startX = event.touches[0]?.clientX ?? 0;
  };
  const onMove = (event: TouchEvent) => {
    const { clientX: x = startX, clientY: y } = event.touches[0] ?? {};
    if (startY === undefined || y === undefined) return;
    // A row that is swiped aside is no page that is pulled down.
    if (pulledPx === 0 && Math.abs(x - startX) > Math.abs(y - startY)) {
      startY = undefined;
      return;
    }
    const px = Math.min(PULL_MAX_PX, (y - startY) * RESISTANCE);
    if (px <= 0 && pulledPx === 0) return;
    move(Math.max(0, px));
  };
  const onEnd = () => {
    const isFarEnough = pulledPx >= TRIGGER_PX;
    startY = undefined;
    move(0);
    if (isFarEnough) onPulled();
  };
  const passive = { passive: true, signal: stop.signal };
  element.addEventListener('touchstart', onStart, passive);
  element.addEventListener('touchmove', onMove, passive);
  element.addEventListener('touchend', onEnd, passive);
  element.addEventListener('touchcancel', onEnd, passive);
  return () => stop.abort();
}
