import { type PointerEvent, useEffect, useRef } from 'react';

const FIRST_MS = 400;
const AGAIN_MS = 70;

/**
 * A button that acts once for a tap and goes on while it is held. The tap itself stays a click, so that keys
 * and screen readers do the same.
 */
export function useHold(act: () => void) {
  const latest = useRef(act);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  useEffect(() => {
    latest.current = act;
  });
  const release = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const again = () => {
    wasHeld.current = true;
    latest.current();
    timer.current = setTimeout(again, AGAIN_MS);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      wasHeld.current = false;
      if (event.button === 0) timer.current = setTimeout(again, FIRST_MS);
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => {
      // The click that ends a long press has been answered while it lasted.
      if (!wasHeld.current) act();
      wasHeld.current = false;
    },
  };
}
