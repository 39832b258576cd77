/** Each takes as long as a connection may. */
const TRIES = 6;

/**
 * Asks until the database answers, as a busy machine's first connection may take long. What is refused, and
 * not only late, is not asked again.
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
