import { encodeCommand } from '#codec/journal-codec.ts';
import { auctionEndMs, commitmentOf, type EndSeed, type EndWindow } from '#model/session-end.ts';
import type { JournalEntry } from '#proof/fill-opening.ts';
import type { Verdict } from '#proof/verdict.ts';

/** A day's secret as it is published, with the row in which its hash stands. */
export interface PublishedSeed extends EndSeed {
  readonly sequence: number;
  readonly atMs: number;
  readonly windows: readonly EndWindow[];
}

/** The row of the journal in which a day's hash stands: all of it is public, so that anybody makes its leaf again. */
export function commitmentEntry({
  tradingDay,
  commitment,
  sequence,
  atMs,
}: PublishedSeed): Omit<JournalEntry, 'leafHash'> {
  const command = encodeCommand({ type: 'rules.set', endSeed: { tradingDay, commitment } });
  return { sequence, atMs, text: { command, marketMakerDepth: '[]', outcome: '{"ok":true,"type":"done"}' } };
}

/** Whether the secret of a day is the one whose hash was published before its first auction could end; `sealed` until it is told. */
export function seedVerdict({ tradingDay, commitment, seed, atMs, windows }: PublishedSeed): Verdict {
  const first = Math.min(...windows.map(({ latestMs, windowMs }) => latestMs - windowMs));
  if (atMs > first) return { state: 'differs', detail: 'published too late' };
  if (seed === undefined) return { state: 'sealed' };
  const made = commitmentOf({ tradingDay, seed });
  return made === commitment ? { state: 'agrees' } : { state: 'differs', detail: `${made} ≠ ${commitment}` };
}

/** The seconds in which a day's auctions ended; none while its secret is not told. */
export function endsOfDay({
  tradingDay,
  seed,
  windows,
}: PublishedSeed): readonly (EndWindow & { readonly endMs: number })[] {
  if (seed === undefined) return [];
  return windows.map((window) => ({ ...window, endMs: auctionEndMs({ tradingDay, seed }, window) }));
}
