import { decodeOutcome } from '@tarazu/core';
import type { JournalRow } from '@tarazu/core/simulation';
import { instantMs } from '@tarazu/core/values';
import type { FirstAnswer } from '#engine/writer/idempotency-cache.ts';

/* The lines of `journal_batch.entries`, read as the view `journal` reads them. */

interface Entry {
  readonly sequence: number;
  readonly atMs: number;
  readonly contentHash: string;
  readonly leafHash: string;
  readonly command: string;
  readonly marketMakerDepth: string;
  readonly outcome: string;
}

function entryOf(line: string): Entry {
  const [sequence, atMs, _account, _client, contentHash = '', leafHash = '', ...rest] = line.split('\t');
  const [command = '', marketMakerDepth = '', outcome = ''] = rest;
  return {
    sequence: Number(sequence),
    atMs: Number(atMs),
    contentHash,
    leafHash,
    command,
    marketMakerDepth,
    outcome,
  };
}

export function rowsOfEntries(lines: readonly string[], epoch: number): JournalRow[] {
  return lines.map((line) => {
    const { sequence, atMs, command, marketMakerDepth, outcome } = entryOf(line);
    return { sequence, atMs: instantMs(atMs), epoch, command, marketMakerDepth, outcome };
  });
}

/** The first answer to the client id of this line. */
export function storedAnswer(line: string): FirstAnswer {
  const { sequence, atMs, contentHash, leafHash, outcome } = entryOf(line);
  const answer = { sequence, atMs, outcome: decodeOutcome(outcome), duplicate: true, leafHash };
  return { contentHash, answer };
}
