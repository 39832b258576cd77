import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { invalidate } from '#client/query.ts';
import type { Environment } from '#client/store.ts';
import type { Attempt, Placed } from '#products/attempt.ts';
import { feel } from '#ui/feedback/feel.ts';
import { STALE_AFTER_ORDER } from '#widgets/orders/change/stale-after-order.ts';
import {
  asCallError,
  ask,
  askPatiently,
  dropPending,
  isUnknown,
  keepPending,
  pendingAttempt,
  send,
} from './attempt.ts';

/**
 * `asking`: no answer came, and the server is asked what became of it. `unknown`: it could not be told yet;
 * only asking again is possible, never a second order.
 */
type Placement =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending' | 'asking' | 'unknown'; readonly attempt: Attempt }
  | { readonly phase: 'refused'; readonly attempt: Attempt; readonly error: CallError }
  | { readonly phase: 'placed'; readonly attempt: Attempt; readonly placed: Placed };

export interface Placing {
  readonly placement: Placement;
  readonly isBusy: boolean;
  submit(attempt: Attempt): void;
  askAgain(): void;
  dismiss(): void;
}

/**
 * Places one order at a time and never loses one: what was
 * sent is kept until the server said what became of it.
 */
export function usePlacement(instrumentId: string, environment: Environment): Placing {
  const [placement, setPlacement] = useState<Placement>({ phase: 'idle' });
  const isRunning = useRef(false);
  const run = useCallback(async (attempt: Attempt, step: (attempt: Attempt) => Promise<Placed>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      setPlacement(await answered(attempt, step, () => setPlacement({ phase: 'asking', attempt })));
    } finally {
      isRunning.current = false;
    }
  }, []);
  useEffect(() => {
    const left = pendingAttempt(instrumentId, environment);
    if (left === undefined) return;
    setPlacement({ phase: 'asking', attempt: left });
    void run(left, ask);
  }, [instrumentId, environment, run]);
  const isBusy = placement.phase === 'sending' || placement.phase === 'asking';
  return {
    placement,
    isBusy,
    submit: (attempt) => {
      if (isRunning.current) return;
      keepPending(attempt);
      setPlacement({ phase: 'sending', attempt });
      void run(attempt, send);
    },
    askAgain: () => {
      if (placement.phase !== 'unknown') return;
      setPlacement({ phase: 'asking', attempt: placement.attempt });
      void run(placement.attempt, ask);
    },
    dismiss: () =>
      setPlacement((current) =>
        current.phase === 'refused' || current.phase === 'placed' ? { phase: 'idle' } : current,
      ),
  };
}

async function answered(
  attempt: Attempt,
  step: (attempt: Attempt) => Promise<Placed>,
  onAsking: () => void,
): Promise<Placement> {
  try {
    return placedOf(attempt, await step(attempt));
  } catch (failure) {
    const error = asCallError(failure);
    if (!isUnknown(error)) return refusedOf(attempt, error);
  }
  onAsking();
  try {
    return placedOf(attempt, await askPatiently(attempt));
  } catch (failure) {
    const error = asCallError(failure);
    return isUnknown(error) ? { phase: 'unknown', attempt } : refusedOf(attempt, error);
  }
}

function placedOf(attempt: Attempt, placed: Placed): Placement {
  dropPending(attempt.instrumentId);
  invalidate(...STALE_AFTER_ORDER);
  feel('done');
  return { phase: 'placed', attempt, placed };
}

function refusedOf(attempt: Attempt, error: CallError): Placement {
  dropPending(attempt.instrumentId);
  feel('refused');
  return { phase: 'refused', attempt, error };
}
