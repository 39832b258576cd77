import type { AccountSweep, AccountsSweep, CorporateBegin } from '@tarazu/core';
import { EngineUnavailable } from '#engine/writer/unavailable.ts';
import type { Answer, EnginePort } from '#ports.ts';

/** The parts of the engine that waiting for a sweep over accounts needs. */
export interface SweptParts extends Pick<EnginePort, 'submit' | 'onEvents' | 'onState'> {
  /** The sweeps over accounts that are open, as far as commands were applied. */
  readonly open: () => readonly AccountSweep[];
}

/**
 * Sends a command that may begin a sweep over accounts, and answers when everybody has been reached. Rejects
 * when the writer goes down meanwhile; the sweep goes on when it is back.
 */
export async function submitSwept(
  { submit, onEvents, onState, open }: SweptParts,
  command: AccountsSweep | CorporateBegin,
): Promise<Answer> {
  const over = Promise.withResolvers<void>();
  over.promise.catch(() => undefined);
  const isOpen = (sequence: number): boolean => open().some((sweep) => sweep.sequence === sequence);
  let begun: number | undefined;
  const stops = [
    onEvents(() => {
      if (begun !== undefined && !isOpen(begun)) over.resolve();
    }),
    onState((state) => {
      if (state === 'recovering') over.reject(new EngineUnavailable('UNAVAILABLE'));
    }),
  ];
  try {
    const answer = await submit(command);
    begun = answer.sequence;
    if (isOpen(begun)) await over.promise;
    return answer;
  } finally {
    for (const stop of stops) stop();
  }
}
