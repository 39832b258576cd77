/** Each takes as long as a connection may. */
const TRIES = 6;

/**
 * Asks until the database answers. On a machine that is busy with everything at
 * once, as after its own start, the first connection may take longer than a
 * later one ever should. What is refused, and not only late, is not asked again.
 */
export async function firstAnswer(ask: () => Promise<unknown>): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      await ask();
      return;
    } catch (error) {
      if (left <= 1 || !(error instanceof Error && /timeout/.test(error.message))) throw error;
    }
  }
}
