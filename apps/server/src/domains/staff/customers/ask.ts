import { type InputOf, type Operation, type OutputOf, problemOf } from '@tarazu/protocol';
import type { Binding, CallContext } from '#gateway/binding.ts';
import { type Reply, refuse, reply, type Session } from '#ports.ts';

/**
 * Answers of a customer's own calls: staff see the same figures, made by the same code. Nothing is
 * asked here that its owner could not ask, and nothing that changes anything but what is counted anew.
 */
export interface Ask {
  /** Undefined where the call is refused to that customer, such as documents to a guest. */
  <O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O> | undefined>;
  /** The same with why it is refused. */
  readonly forReply: <O extends Operation>(operation: O, input: InputOf<O>) => Promise<Reply<OutputOf<O>>>;
  readonly session: Session;
  readonly context: CallContext;
}

export function askAs(
  bindings: ReadonlyMap<string, Binding>,
  { session, context }: { readonly session: Session; readonly context: CallContext },
): Ask {
  const forReply = async <O extends Operation>(
    operation: O,
    input: InputOf<O>,
  ): Promise<Reply<OutputOf<O>>> => {
    const binding = bindings.get(operation.name);
    if (binding === undefined) throw new Error(`Invariant: ${operation.name} is bound`);
    const checked = operation.input.safeParse(input);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      const field = String(issue?.path[0] ?? '');
      const problem = issue === undefined ? 'is not valid' : problemOf(issue);
      return refuse('INVALID_INPUT', { field, detail: { problem: `${field}: ${problem}` } });
    }
    const answer = await binding.handle(checked.data, session, context);
    if (!answer.ok) return answer;
    const output: O['output'] = operation.output;
    return reply(output.parse(answer.data));
  };
  const ask = async <O extends Operation>(
    operation: O,
    input: InputOf<O>,
  ): Promise<OutputOf<O> | undefined> => {
    const answer = await forReply(operation, input);
    return answer.ok ? answer.data : undefined;
  };
  return Object.assign(ask, { forReply, session, context });
}
