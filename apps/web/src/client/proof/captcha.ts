import { call } from '#client/api.ts';
import type { CallInput } from '#client/calls.ts';

export interface SolvedCaptcha {
  readonly captchaId: string;
  readonly captchaAnswer: string;
}

/** The target of the sign-in that a proof of work is for. */
export type WorkFor = Pick<CallInput<'captchaNew'>, 'by' | 'account' | 'areaCode' | 'deviceToken'>;

/**
 * Proves that a machine took trouble, so that a person need not: before a code, or for a sign-in, where it
 * is the way round the picture and all that is asked for after many wrong passwords.
 */
export async function proveWork(login?: WorkFor): Promise<SolvedCaptcha> {
  const task = await call('captchaNew', {
    kind: 'work',
    ...(login === undefined ? { purpose: 'code' } : { purpose: 'login', ...login }),
  });
  const { solveApart } = await import('./solve-apart.ts');
  const answer = task.work === undefined ? undefined : await solveApart(task.work);
  return { captchaId: task.captchaId, captchaAnswer: String(answer ?? 0) };
}
