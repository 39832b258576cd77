import { createHash } from 'node:crypto';
import { type OperationName, stepUpContent } from '@tarazu/protocol';
import { type Fields, type TestCaller, type TestReply, textOf } from '#test-app.ts';

/** The steps of a step-up, for tests of calls that need one. */
export function stepUpsOf({ call }: TestCaller) {
  const hashOf = (name: OperationName, fields: Fields): string =>
    createHash('sha256').update(stepUpContent(name, fields)).digest('hex');

  const begin = (name: OperationName, fields: Fields, token: string): Promise<TestReply> =>
    call('stepUpStart', { call: name, contentHash: hashOf(name, fields) }, { token });

  const answer = (begun: TestReply, need: string, given: string, token: string): Promise<TestReply> =>
    call('stepUpAnswer', { stepUpId: textOf(begun.data, 'stepUpId'), need, answer: given }, { token });

  /** The id of a step-up that was begun and answered. */
  async function done(name: OperationName, fields: Fields, by: StepUpBy): Promise<string> {
    const begun = await begin(name, fields, by.token);
    for (const [need, given] of Object.entries(by.answers)) await answer(begun, need, given, by.token);
    return textOf(begun.data, 'stepUpId');
  }

  /** The call with its step-up. */
  async function stepped(name: OperationName, fields: Fields, by: StepUpBy): Promise<TestReply> {
    const stepUpId = await done(name, fields, by);
    return call(name, { ...fields, stepUpId }, { token: by.token });
  }

  return { answer, begin, done, stepped };
}

export interface StepUpBy {
  readonly token: string;
  /** By need: `password`, `pin`. */
  readonly answers: Readonly<Record<string, string>>;
}
