import { useState } from 'react';
import type { Point } from './places.ts';

/** Why the device does not say where it is: forbidden, not able here, or too slow. */
export type PlaceFault = 'forbidden' | 'missing' | 'late';

const WAIT_MS_MAX = 10_000;

export interface OwnPlace {
  readonly ask: (onFound: (point: Point) => void) => void;
  readonly isAsking: boolean;
  readonly fault: PlaceFault | undefined;
}

/** Asks the browser where the device is, only when the person taps. */
export function useOwnPlace(): OwnPlace {
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<PlaceFault>();
  const ask: OwnPlace['ask'] = (onFound) => {
    setFault(undefined);
    if (!window.isSecureContext || !('geolocation' in navigator)) return setFault('missing');
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        onFound({ latitude: coords.latitude, longitude: coords.longitude });
      },
      ({ code, PERMISSION_DENIED }) => {
        setAsking(false);
        setFault(code === PERMISSION_DENIED ? 'forbidden' : 'late');
      },
      // Position asked anew at each tap, because people move, and not exact, because a town needs no more.
      { timeout: WAIT_MS_MAX, maximumAge: 0, enableHighAccuracy: false },
    );
  };
  return { ask, isAsking, fault };
}
