import { solveWork, type Work } from './proof-of-work.ts';
import solverUrl from './work-solver.ts?worker&url';

/** Trusted Types ask for a named policy: this one lets the solver's address through and nothing else. */
function allowSolver(url: string): string {
  if (url !== solverUrl) throw new TypeError('Invariant: only the solver of proofs of work may be started.');
  return url;
}

let policy: ReturnType<NonNullable<typeof window.trustedTypes>['createPolicy']> | undefined;

/** Finds the number in a worker; on the page's own thread where a browser starts none. */
export async function solveApart(work: Work): Promise<number | undefined> {
  try {
    return await inWorker(work);
  } catch {
    // No worker here: slower, and the same number.
    return solveWork(work);
  }
}

async function inWorker(work: Work): Promise<number | undefined> {
  policy ??= window.trustedTypes?.createPolicy('tarazu-solver', { createScriptURL: allowSolver });
  const worker = new Worker(policy?.createScriptURL(solverUrl) ?? solverUrl, { type: 'module' });
  try {
    return await new Promise<number | undefined>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<number | undefined>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('The worker did not start.')));
      worker.postMessage(work);
    });
  } finally {
    worker.terminate();
  }
}
