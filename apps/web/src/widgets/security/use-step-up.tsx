import { stepUpContent } from '@tarazu/protocol';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '#client/api.ts';
import type { CallInput, CallOutput } from '#client/calls.ts';
import { isRefusal } from '#client/errors.ts';
import { sha256Hex } from '#client/proof/sha256.ts';
import type { Need, SteppedCall, StepUpBegun, StepUpFact } from './step-up.ts';
import { StepUpSheet } from './step-up-sheet.tsx';

interface Asked {
  readonly begun: StepUpBegun;
  readonly facts: readonly StepUpFact[];
  /** Begins again after the time went by. */
  readonly again: () => Promise<StepUpBegun>;
  readonly done: (stepUpId: string | undefined) => void;
}

export interface StepUp {
  /**
   * Makes the call, again with a step-up where the server
   * asks for one; undefined when the person closed the sheet.
   */
  run: <Name extends SteppedCall>(
    name: Name,
    input: CallInput<Name>,
    shown: {
      readonly facts: readonly StepUpFact[];
      /** Answers that the form has asked for already. */
      readonly answers?: Partial<Record<Need, string>>;
    },
  ) => Promise<CallOutput<Name> | undefined>;
  isRunning: boolean;
  /** Stands in the page: nothing until it is asked for. */
  sheet: ReactNode;
}

/**
 * The one way to make a call that needs a step-up (docs/decisions). It is sent without one first, so that
 * what is refused anyway is refused before the person confirms.
 */
export function useStepUp(): StepUp {
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const keys = useRef(0);
  const ask = (of: Omit<Asked, 'done'>): Promise<string | undefined> =>
    new Promise((resolve) => {
      keys.current += 1;
      setOpen(true);
      setAsked({
        ...of,
        done: (stepUpId) => {
          setOpen(false);
          resolve(stepUpId);
        },
      });
    });
  const run: StepUp['run'] = async (name, input, { facts, answers = {} }) => {
    setRunning(true);
    try {
      return await call(name, input);
    } catch (failure) {
      if (!isRefusal(failure, 'STEP_UP_NEEDED')) throw failure;
      const again = () => beginStepUp(name, input);
      const begun = await answerKnown(await again(), answers);
      const stepUpId = begun.needs.length === 0 ? begun.stepUpId : await ask({ begun, facts, again });
      if (stepUpId === undefined) return undefined;
      const signed = Object.assign({}, input, { stepUpId });
      return await call(name, signed);
    } finally {
      setRunning(false);
    }
  };
  const sheet = asked !== undefined && (
    <StepUpSheet
      key={keys.current}
      open={isOpen}
      begun={asked.begun}
      facts={asked.facts}
      onAgain={asked.again}
      onDone={asked.done}
    />
  );
  return { run, isRunning, sheet };
}

function beginStepUp(name: SteppedCall, input: object): Promise<StepUpBegun> {
  const contentHash = sha256Hex(stepUpContent(name, { ...input }));
  return call('stepUpStart', { call: name, contentHash });
}

async function answerKnown(begun: StepUpBegun, answers: Partial<Record<Need, string>>): Promise<StepUpBegun> {
  let { needs } = begun;
  for (const need of begun.needs) {
    const answer = answers[need];
    if (answer === undefined) continue;
    ({ needs } = await call('stepUpAnswer', { stepUpId: begun.stepUpId, need, answer }));
  }
  return { ...begun, needs };
}
