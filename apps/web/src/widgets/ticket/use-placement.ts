import { useCallback, useEffect, useRef, useState } from 'react';
import { type CallError, isRefusal } from '#client/errors.ts';
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
  isUnanswered,
  isUnknown,
  pendingAttempt,
  send,
  storePending,
} from './attempt.ts';

/**
 * `asking`: no answer came, and the server is asked what became of it. `unknown`: it could not be told yet;
 * only asking again is possible, never a second order. `lost`: it did not arrive, and never will.
 */
type Placement =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending' | 'asking' | 'unknown' | 'lost'; readonly attempt: Attempt }
  | { readonly phase: 'refused'; readonly attempt: Attempt; readonly error: CallError }
  | { readonly phase: 'placed'; readonly attempt: Attempt; readonly placed: Placed };

export interface Placing {
  readonly placement: Placement;
  readonly isBusy: boolean;
  /** The order before is not settled: nothing else is sent until its owner has asked, or has decided. */
  readonly isShut: boolean;
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
  const run = useCallback(async (attempt: Attempt, step: Step, isOpen: typeof isUnknown) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      setPlacement(
        await answered(attempt, { step, isOpen, onAsking: () => setPlacement({ phase: 'asking', attempt }) }),
      );
    } finally {
      isRunning.current = false;
    }
  }, []);
  useEffect(() => {
    const left = pendingAttempt(instrumentId, environment);
    if (left === undefined) return;
    setPlacement({ phase: 'asking', attempt: left });
    void run(left, ask, isUnanswered);
  }, [instrumentId, environment, run]);
  const isBusy = placement.phase === 'sending' || placement.phase === 'asking';
  return {
    placement,
    isBusy,
    isShut: placement.phase === 'unknown' || placement.phase === 'lost',
    submit: (attempt) => {
      if (isRunning.current) return;
      storePending(attempt);
      setPlacement({ phase: 'sending', attempt });
      void run(attempt, send, isUnknown);
    },
    askAgain: () => {
      if (placement.phase !== 'unknown') return;
      setPlacement({ phase: 'asking', attempt: placement.attempt });
      void run(placement.attempt, ask, isUnanswered);
    },
    dismiss: () => {
      if (isBusy || placement.phase === 'unknown') return;
      if (placement.phase === 'lost') dropPending(instrumentId);
      setPlacement({ phase: 'idle' });
    },
  };
}

type Step = (attempt: Attempt) => Promise<Placed>;

interface Run {
  readonly step: Step;
  /** Whether a failure of the step leaves open what became of the order. */
  readonly isOpen: typeof isUnknown;
  readonly onAsking: () => void;
}

async function answered(attempt: Attempt, { step, isOpen, onAsking }: Run): Promise<Placement> {
  try {
    return placedOf(attempt, await step(attempt));
  } catch (failure) {
    const error = asCallError(failure);
    if (!isOpen(error, attempt)) return refusedOf(attempt, error);
  }
  onAsking();
  try {
    return placedOf(attempt, await askPatiently(attempt));
  } catch (failure) {
    const error = asCallError(failure);
    return isUnanswered(error, attempt) ? { phase: 'unknown', attempt } : refusedOf(attempt, error);
  }
}

function placedOf(attempt: Attempt, placed: Placed): Placement {
  dropPending(attempt.instrumentId);
  invalidate(...STALE_AFTER_ORDER);
  feel('done');
  return { phase: 'placed', attempt, placed };
}

function refusedOf(attempt: Attempt, error: CallError): Placement {
  feel('refused');
  // Kept until its owner has decided, who may have left before this was known.
  if (isRefusal(error, 'ORDER_TOO_LATE')) return { phase: 'lost', attempt };
  dropPending(attempt.instrumentId);
  return { phase: 'refused', attempt, error };
}
