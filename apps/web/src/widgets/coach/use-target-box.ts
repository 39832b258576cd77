import { useLayoutEffect, useState } from 'react';

export interface Box {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** The place of a part of the page in the window, kept up to date; the part is scrolled into sight first. */
export function useTargetBox(target: string): Box | undefined {
  const [box, setBox] = useState<Box>();
  useLayoutEffect(() => {
    const element = document.querySelector(`[data-coach="${target}"]`);
    if (element === null) {
      setBox(undefined);
      return undefined;
    }
    const measure = () => {
      const { top, left, width, height } = element.getBoundingClientRect();
      setBox({ top, left, width, height });
    };
    if (!isInSight(element)) element.scrollIntoView({ block: 'center' });
    measure();
    // Prices and notices that come in above move what lies below them.
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    sizes.observe(document.body);
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      sizes.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [target]);
  return box;
}

/** Room for the bars at the head and the foot of the page. */
const BARS_PX = 96;

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= BARS_PX && bottom <= window.innerHeight - BARS_PX;
}
