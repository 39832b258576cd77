/** How long a page's code may take, its second try included. */
const CHUNK_TIMEOUT_MS = 120_000;

/** The page's code did not come, twice. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('Condition: the code of a page could not be loaded.', { cause });
    this.name = 'ChunkError';
  }
}

/**
 * Loads a page's code with a limit and one more try within it. The router would otherwise reload the whole
 * app when a chunk fails, and a half-written form would be gone.
 */
export function withRetry<Page>(
  load: () => Promise<Page>,
  timeoutMs: number = CHUNK_TIMEOUT_MS,
): () => Promise<Page> {
  return async () => {
    // The first failure is often a connection that was just lost; the second one is told.
    const tries = () => load().catch(load);
    return await withTimeout(tries, timeoutMs).catch((error: unknown) => {
      throw new ChunkError(error);
    });
  };
}

function withTimeout<Page>(load: () => Promise<Page>, timeoutMs: number): Promise<Page> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Condition: no answer in time.')), timeoutMs);
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
