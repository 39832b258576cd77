import type { InputOf, Operation, OutputOf } from '@tarazu/protocol';
import type { Binding, CallContext } from '#gateway/binding.ts';
import type { Session } from '#ports.ts';

/**
 * Answers of a customer's own calls: staff see the same figures, made by the same code. Nothing is
 * asked here that its owner could not ask, and nothing that changes anything but what is counted anew.
 */
export interface Ask {
  <O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O> | undefined>;
  readonly session: Session;
  readonly context: CallContext;
}

/** Undefined where the call is refused to that customer, such as documents to a guest. */
export function askAs(
  bindings: ReadonlyMap<string, Binding>,
  { session, context }: { readonly session: Session; readonly context: CallContext },
): Ask {
  const ask = async <O extends Operation>(
    operation: O,
    input: InputOf<O>,
  ): Promise<OutputOf<O> | undefined> => {
    const binding = bindings.get(operation.name);
    if (binding === undefined) throw new Error(`Invariant: ${operation.name} is bound`);
    const checked = operation.input.safeParse(input);
    if (!checked.success) return undefined;
    const answer = await binding.handle(checked.data, session, context);
    if (!answer.ok) return undefined;
    const output: O['output'] = operation.output;
    return output.parse(answer.data);
  };
  return Object.assign(ask, { session, context });
}
