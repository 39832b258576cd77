import type { Work } from '#commands/work.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { type BookKey, bookAt } from '#instruments/instrument-side.ts';
import { addSweep, isBusy } from '#instruments/sweeping.ts';
import type { PricedOrder } from '#model/messages.ts';
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

/** Whether prints of before are still to be followed: who comes now must not be set off by them. */
export function followsPrints({ sweeps, taking }: InstrumentBook): boolean {
  return taking !== undefined || sweeps.some(({ name }) => name === 'triggers');
}

/**
 * While a sweep is open in its book an admitted order waits its
 * turn. One that may only rest can't be told now whether it would.
 */
export function inTurn(work: Work, priced: PricedOrder, environment: Environment): PricedOrder | Refusal {
  const at = bookAt(work.state.instrumentSide, { instrumentId: priced.instrument.id, environment });
  if (!at || !isBusy(at)) return priced;
  if (priced.waitsFor)
    return priced.waitsFor === 'trigger' && followsPrints(at) ? { code: 'BOOK_BUSY' } : priced;
  return priced.validity === 'postOnly' ? { code: 'BOOK_BUSY' } : { ...priced, waitsFor: 'turn' };
}
