import { hasManyExpired } from '#commands/orders/expired.ts';
import type { Work } from '#commands/work.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { type BookKey, bookAt } from '#instruments/instrument-side.ts';
import { addSweep, isBusy, sweptBook } from '#instruments/sweeping.ts';
import type { PricedOrder, WaitingOrder } from '#model/messages.ts';
import type { Refusal } from '#model/refusal.ts';
import { type Sweep, sweepKey } from '#model/sweep.ts';
import type { Environment } from '#values/index.ts';

/** Begins a sweep in a book; it goes on when the command has done everything else. */
export function openSweep(work: Work, of: BookKey & Pick<Sweep, 'name'> & { readonly place?: string }): void {
  const { recorder, state } = work;
  const { instrumentId, environment, name, place = '{}' } = of;
  const sweep: Sweep = {
    sequence: recorder.sequence,
    index: recorder.sweepsOpened,
    name,
    instrumentId,
    environment,
    openedAtMs: recorder.atMs,
    place,
    doneCount: 0,
  };
  recorder.sweepsOpened += 1;
  addSweep(state.instrumentSide, sweep);
  recorder.sweeps.set(sweepKey(sweep), sweep);
}

/** Whether prints of before are still to be followed: who comes now must not be triggered by them. */
export function followsPrints({ sweeps, taking }: InstrumentBook): boolean {
  return taking !== undefined || sweeps.some(({ name }) => name === 'triggers');
}

/**
 * Lets an admitted order wait its turn while a sweep is open in its book; refuses a post-only order, of which
 * nobody can say yet whether it would take, and a trigger while prints of before are still to be followed.
 */
export function inTurn(work: Work, priced: PricedOrder, environment: Environment): PricedOrder | Refusal {
  const instrumentId = priced.instrument.id;
  const at = bookAt(work.state.instrumentSide, { instrumentId, environment });
  if (!at || !(isBusy(at) || hasManyExpired(work, { instrumentId, environment }))) return priced;
  if (priced.waitsFor)
    return priced.waitsFor === 'trigger' && followsPrints(at) ? { code: 'BOOK_BUSY' } : priced;
  return priced.validity === 'postOnly' ? { code: 'BOOK_BUSY' } : { ...priced, waitsFor: 'turn' };
}

/** Where an order waits its turn in a book that no sweep keeps busy, one begins that lets it in. */
export function beginTurn(work: Work, { waitsFor, instrumentId, environment }: WaitingOrder): void {
  const key = { instrumentId, environment };
  if (waitsFor !== 'turn' || isBusy(sweptBook(work.state.instrumentSide, key))) return;
  openSweep(work, { ...key, name: 'release' });
}
