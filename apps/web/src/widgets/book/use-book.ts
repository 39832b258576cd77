import type { Book } from '@tarazu/protocol';
import { useEffect, useRef, useState } from 'react';
import { useTopic } from '#client/hooks.ts';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { productAt } from '#products/list.ts';
import type { CallStateQuery } from '#widgets/session/call-state.tsx';

const FLUSH_EVERY_MS = 250;

export interface LiveBook {
  readonly query: CallStateQuery;
  readonly book: Book | undefined;
  /** The newest known at this moment, also when it is not drawn yet: for the moment of the tap. */
  readonly newest: () => Book | undefined;
}

/**
 * The book of the environment: a first answer by call, then the stream, drawn at most four times a second.
 */
export function useBook(instrumentId: string): LiveBook {
  const { environment } = useSession();
  const query = useCall(
    productAt(instrumentId).calls.book,
    { instrumentId },
    { enabled: instrumentId !== '' },
  );
  const [streamed, setStreamed] = useState<Book>();
  const pending = useRef<Book>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each instrument has its book.
  useEffect(() => {
    pending.current = undefined;
    setStreamed(undefined);
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [instrumentId, environment]);
  useTopic(instrumentId === '' ? undefined : `book:${instrumentId}`, (message) => {
    if (message.type !== 'book') return;
    pending.current = message.book;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setStreamed(pending.current);
    }, FLUSH_EVERY_MS);
  });
  const live = streamed?.instrumentId === instrumentId ? streamed : undefined;
  return { query, book: newer(live, query.data), newest: () => newer(pending.current ?? live, query.data) };
}

function newer(streamed: Book | undefined, asked: Book | undefined): Book | undefined {
  if (streamed === undefined || asked === undefined) return streamed ?? asked;
  return streamed.version >= asked.version || streamed.atMs >= asked.atMs ? streamed : asked;
}
