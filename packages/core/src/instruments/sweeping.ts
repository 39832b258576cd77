import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { type BookKey, bookAt, ENVIRONMENTS, type InstrumentSide } from '#instruments/instrument-side.ts';
import { type Sweep, sweepKey } from '#model/sweep.ts';
import { assert, type InstrumentId } from '#values/index.ts';

/**
 * Whether a sweep is open in a book, or over accounts that closes it: what comes to it then
 * waits its turn, and the market maker quotes again later.
 */
export function isBusy(at: InstrumentBook): boolean {
  return at.sweeps.length > 0 || at.closedBy.size > 0;
}

/** Closes the books of a share for a sweep over accounts. */
export function closeBooks(side: InstrumentSide, { instrumentId, sequence }: Closing): void {
  for (const environment of ENVIRONMENTS) {
    const { closedBy } = sweptBook(side, { instrumentId, environment });
    assert(!closedBy.has(sequence), 'Invariant: a sweep over accounts closes a book once');
    closedBy.add(sequence);
  }
}

export function openBooks(side: InstrumentSide, { instrumentId, sequence }: Closing): void {
  for (const environment of ENVIRONMENTS) {
    const { closedBy } = sweptBook(side, { instrumentId, environment });
    assert(closedBy.delete(sequence), 'Invariant: a book that opens was closed by the sweep that ends');
  }
}

interface Closing {
  readonly instrumentId: InstrumentId;
  readonly sequence: number;
}

/** Adds a sweep: a new one, or one that a restart reads, oldest first. */
export function addSweep(side: InstrumentSide, sweep: Sweep): void {
  const key = sweepKey(sweep);
  assert(sweep.endedAtMs === undefined && !side.sweeps.has(key), 'Invariant: a sweep is opened once');
  side.sweeps.set(key, sweep);
  const { sweeps } = sweptBook(side, sweep);
  const last = sweeps.at(-1);
  assert(
    last === undefined || last.sequence <= sweep.sequence,
    'Invariant: the sweeps of a book stand oldest first',
  );
  sweeps.push(sweep);
}

/** A sweep went on, or has ended. */
export function replaceSweep(side: InstrumentSide, sweep: Sweep): void {
  const { sweeps } = sweptBook(side, sweep);
  const key = sweepKey(sweep);
  const place = sweeps.findIndex((one) => sweepKey(one) === key);
  const before = sweeps[place];
  assert(before !== undefined, 'Invariant: a sweep that goes on is open');
  assert(before.name === sweep.name, 'Invariant: a sweep stays what it is');
  assert(before.doneCount <= sweep.doneCount, 'Invariant: a sweep goes forward only');
  assert(before.openedAtMs === sweep.openedAtMs, 'Invariant: a sweep was opened once');
  if (sweep.endedAtMs === undefined) {
    side.sweeps.set(key, sweep);
    sweeps[place] = sweep;
    return;
  }
  side.sweeps.delete(key);
  sweeps.splice(place, 1);
}

/** The book that a sweep is in. */
export function sweptBook(side: InstrumentSide, key: BookKey): InstrumentBook {
  const at = bookAt(side, key);
  assert(at !== undefined, 'Condition: an instrument is loaded before its sweeps');
  return at;
}
