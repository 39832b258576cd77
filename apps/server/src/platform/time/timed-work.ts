/** Work that time brings again and again, one turn at a time. */
export interface TimedWork {
  /** A turn at once, or the one under way: resolves when it is over, whatever became of it. */
  now(): Promise<void>;
  /** No turn begins by time any more; resolves when the one under way is over. */
  stop(): Promise<void>;
}

/**
 * Begins a turn every so often, the first one after that time. A turn that comes while another is under way
 * is left out; what fails is told, and the next turn tries again. It keeps no process alive.
 */
export function workEvery(
  periodMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): TimedWork {
  let turn: Promise<void> | undefined;
  const attempt = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      onError(error);
    }
  };
  const now = (): Promise<void> => {
    turn ??= attempt().finally(() => {
      turn = undefined;
    });
    return turn;
  };
  const timer = setInterval(now, periodMs);
  timer.unref();
  return {
    now,
    stop: async () => {
      clearInterval(timer);
      await turn;
    },
  };
}
