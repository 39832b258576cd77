import { DAY_MS } from '@tarazu/core/units';
import { useEffect, useState } from 'react';
import type { CallInput, CallName, CallOutput } from './calls.ts';
import type { CallError } from './errors.ts';
import { type UseCallOptions, useCall } from './query.ts';
import { useSession } from './session.ts';
import type { Environment } from './store.ts';
import { buildName, type StoredAnswer, type StoredSlice } from './stored-slices.ts';

const LENGTH_MAX = 200_000;
const AGE_MS_MAX = 7 * DAY_MS;

export interface StoredCall<Data> {
  readonly query: {
    readonly error: CallError | null;
    readonly isPending: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** The answer; until the net has one, or when it can't, the kept one. */
  readonly data: Data | undefined;
  /** Set when the net did not answer and what is shown was kept: it is shown with its age. */
  readonly storedAtMs: number | undefined;
}

/** Reads a call whose newest answer is kept. */
export function useStoredCall<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: UseCallOptions & { readonly slice: StoredSlice<CallOutput<Name>> },
): StoredCall<CallOutput<Name>> {
  const { slice, ...rest } = options;
  const { environment } = useSession();
  const query = useCall(name, input, rest);
  const question = JSON.stringify(input);
  const found = useFirst(slice, environment, question);
  const { data, isPlaceholderData } = query;
  useEffect(() => {
    if (data !== undefined && !isPlaceholderData)
      keep(slice, { environment, build: buildName(), question, atMs: Date.now(), data });
  }, [data, isPlaceholderData, slice, environment, question]);
  const isKept = data === undefined && found !== undefined && rest.enabled !== false;
  return {
    query,
    data: data ?? (isKept ? found.data : undefined),
    storedAtMs: isKept && query.error !== null ? found.atMs : undefined,
  };
}

/** The answer as it was kept when the page opened: what is kept later came from the net. */
function useFirst<Data>(
  slice: StoredSlice<Data>,
  environment: Environment,
  question: string,
): StoredAnswer<Data> | undefined {
  const [first] = useState(() => slice.get());
  if (first === undefined || first.environment !== environment || first.question !== question)
    return undefined;
  return Date.now() - first.atMs > AGE_MS_MAX ? undefined : first;
}

function keep<Data>(slice: StoredSlice<Data>, answer: StoredAnswer<Data>): void {
  if (JSON.stringify(answer).length <= LENGTH_MAX) slice.set(answer);
}
