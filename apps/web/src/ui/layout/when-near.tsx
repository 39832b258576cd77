import { type ReactNode, useEffect, useRef, useState } from 'react';

export interface WhenNearProps {
  children: ReactNode;
  /** As tall as the children about are: where they stand must be below the window at first. */
  until: ReactNode;
}

/** So far below the window it counts as near. */
const NEAR = '200px';
/** Somebody who only looks, or has the page read aloud, gets the rest after so long. */
const LOOKING_MS = 10_000;

/**
 * A part far below the window: made when it comes near, with the first scroll, or after ten seconds, so that
 * what is seen first waits for nothing else.
 */
export function WhenNear({ children, until }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const make = () => setNear(true);
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && make(),
      { rootMargin: NEAR },
    );
    observer.observe(element);
    const timer = setTimeout(make, LOOKING_MS);
    window.addEventListener('scroll', make, { once: true, passive: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      window.removeEventListener('scroll', make);
    };
  }, []);
  return isNear ? children : <div ref={place}>{until}</div>;
}
