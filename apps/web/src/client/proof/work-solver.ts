import { searchWork, type Work } from './proof-of-work.ts';

/** Runs in a worker of its own: looks for the number of a proof of work while the page stays alive. */
addEventListener('message', ({ data }: MessageEvent<Work>) => {
  postMessage(searchWork(data, 0, data.maxNumber));
});
