import { useSyncExternalStore } from 'react';

/**
 * The shapes that layouts know. The same limits stand as variants in styles.css; a layout that only moves
 * things uses those, one that shows other things asks here.
 */
export type ScreenShape = 'phone' | 'lying' | 'tablet' | 'desktop';

const LYING = '(orientation: landscape) and (max-height: 500px)';
const TABLET = '(min-width: 700px) and (min-height: 500.02px)';
const DESKTOP = '(min-width: 1024px) and (min-height: 500.02px)';

/** An upright phone on which a ticket has no row to give away. */
const SHORT = '(orientation: portrait) and (max-width: 699.98px) and (max-height: 740px)';

const queries = [LYING, TABLET, DESKTOP, SHORT].map((query) => matchMedia(query));

function subscribe(listener: () => void): () => void {
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

function shapeNow(): ScreenShape {
  const [lying, tablet, desktop] = queries;
  if (lying?.matches) return 'lying';
  if (desktop?.matches) return 'desktop';
  return tablet?.matches ? 'tablet' : 'phone';
}

/** The shape of the screen, told again when the phone is turned or the window is drawn. */
export function useScreenShape(): ScreenShape {
  return useSyncExternalStore(subscribe, shapeNow);
}

/** Whether it is an upright phone of little height. */
export function useIsShort(): boolean {
  return useSyncExternalStore(subscribe, () => queries[3]?.matches === true);
}
