import type { ReactNode } from 'react';
import type { CallInput, CallName, CallOutput } from '#client/calls.ts';

export type StepUpBegun = CallOutput<'stepUpStart'>;
export type Need = StepUpBegun['needs'][number];

/** Calls whose record says that they need a step-up: those with a field for its id. */
export type SteppedCall = {
  [Name in CallName]: 'stepUpId' extends keyof CallInput<Name>
    ? Name extends 'stepUpAnswer'
      ? never
      : Name
    : never;
}[CallName];

/** Shown in the sheet, so that the person reads what they confirm. */
export interface StepUpFact {
  readonly label: string;
  readonly value: ReactNode;
}
