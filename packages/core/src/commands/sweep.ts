import { moveTrail } from '#accounts/activation.ts';
import { begunInTurn } from '#commands/auction-turns.ts';
import { openSweep } from '#commands/open-sweep.ts';
import { endExpiredInStep } from '#commands/orders/expired.ts';
import { activateTriggered, followPrints } from '#commands/orders/triggers.ts';
import {
  doneWith,
  fillsLeft,
  finished,
  journaledDepth,
  keepPrice,
  markBook,
  releaseOrders,
  settleFills,
  type Work,
} from '#commands/work.ts';
import { fitWanted } from '#instruments/grid.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { withdrawOutside } from '#instruments/instrument-side.ts';
import { depthMet, setQuotes } from '#instruments/market-maker.ts';
import { isBusy, replaceSweep, sweptBook } from '#instruments/sweeping.ts';
import type { FollowedPrint } from '#instruments/triggers/prints.ts';
import { admitEnd, trailBehind } from '#instruments/triggers/waiting.ts';
import type { AuctionRecord } from '#model/auction-record.ts';
import type { SweepStep } from '#model/commands/venue-commands.ts';
import type { ReservedOrder } from '#model/messages.ts';
import type { Applied } from '#model/outcome.ts';
import { type Sweep, sweepKey } from '#model/sweep.ts';
import { holdsRule } from '#rules-version.ts';
import { isPatient, SWEEP_KINDS } from '#sweeps/kinds.ts';
import { hasLine } from '#sweeps/release.ts';
import { costOf, type SweepAct } from '#sweeps/sweep-kind.ts';
import { afterPrints } from '#sweeps/triggers.ts';
import { sealIn } from '#sweeps/uncrossing.ts';
import { assert, unreachable } from '#values/index.ts';

/** In a book an order that takes in steps goes first, then what prints have triggered, then all else. */
function turnOf({ name }: Sweep): 0 | 1 | 2 {
  return name === 'taking' ? 0 : name === 'triggers' ? 1 : 2;
}

/**
 * Goes on with what is open, by what is left of what one command may do: books in turn, each with an equal
 * part, so that none waits until another is done.
 */
export function goOn(work: Work): void {
  if (!holdsRule(work.recorder, 'sweepsByBook')) {
    goOnByAge(work);
    return;
  }
  const paused = new Set<InstrumentBook>();
  while (work.stepsLeft > 0 && goRound(work, paused));
}

/**
 * Turn of each open book, those with a waiting order first; a quarter of the steps, at least one, is left to
 * the others, so that each sweep ends. Replay before `patientPartKept`: less, or nothing, where the others
 * took more than their part.
 */
function goRound(work: Work, paused: Set<InstrumentBook>): boolean {
  const books = booksInTurn(work).filter((at) => !paused.has(at));
  const areFirst = holdsRule(work.recorder, 'awaitedBooksFirst');
  const awaited = new Set(areFirst ? books.filter((at) => !at.sweeps.every(isPatient)) : []);
  if (awaited.size === 0) return goThrough(work, books, paused);
  const patient = books.filter((at) => !awaited.has(at));
  const isKept = holdsRule(work.recorder, 'patientPartKept');
  const least = isKept ? 1 : 0;
  const kept = patient.length === 0 ? 0 : Math.max(least, Math.floor(work.stepsLeft / PATIENT_DIVISOR));
  work.stepsLeft = Math.max(least, work.stepsLeft - kept);
  const hasGone = goThrough(work, [...awaited], paused);
  // The last act of those may cost more than was left: what is kept is not for that.
  work.stepsLeft = (isKept ? Math.max(0, work.stepsLeft) : work.stepsLeft) + kept;
  return goThrough(work, patient, paused) || hasGone;
}

/** Part of a command's steps that books have in which nobody waits, while others have somebody. */
const PATIENT_DIVISOR = 4;

/** Each of some books once, with an equal part of what is left. */
function goThrough(work: Work, books: readonly InstrumentBook[], paused: Set<InstrumentBook>): boolean {
  let hasGone = false;
  for (const [nth, at] of books.entries()) {
    const left = work.stepsLeft;
    if (left <= 0) return false;
    const part = Math.ceil(left / (books.length - nth));
    work.stepsLeft = part;
    hasGone = goOnIn(work, at) || hasGone;
    // A pause is for the rest of the command, and of its book alone.
    const isPaused = work.stepsLeft === Number.NEGATIVE_INFINITY;
    if (isPaused) paused.add(at);
    work.stepsLeft = left - (isPaused ? part : part - work.stepsLeft);
  }
  return hasGone;
}

/**
 * Books with an open sweep, oldest first, beginning behind
 * those that had a step, by the sum of all sweeps' work.
 */
function booksInTurn({ state: { instrumentSide: side } }: Work): InstrumentBook[] {
  const sweeps = [...side.sweeps.values()];
  const books = [...new Set(sweeps.map((sweep) => sweptBook(side, sweep)))];
  const from = sweeps.reduce((sum, { doneCount }) => sum + doneCount, 0) % Math.max(1, books.length);
  return [...books.slice(from), ...books.slice(0, from)];
}

/** In one book by turn, and oldest first; whether anything happened. */
function goOnIn(work: Work, at: InstrumentBook): boolean {
  const [before, { stepsLeft }] = [[...at.sweeps], work];
  for (const turn of [0, 1, 2]) {
    for (const key of at.sweeps.map(sweepKey)) {
      if (work.stepsLeft <= 0) return true;
      const sweep = at.sweeps.find((one) => sweepKey(one) === key);
      if (sweep && turnOf(sweep) === turn) sweepOn(work, sweep);
    }
  }
  const isSame = before.length === at.sweeps.length && before.every((one, nth) => one === at.sweeps[nth]);
  return !isSame || work.stepsLeft < stepsLeft;
}

/** All books together, oldest first, as it was before each had its part. */
function goOnByAge(work: Work): void {
  const { sweeps } = work.state.instrumentSide;
  for (const turn of [0, 1, 2]) {
    // One that ends may open another, which stands behind the rest.
    for (const sweep of sweeps.values()) {
      if (work.stepsLeft <= 0) return;
      if (turnOf(sweep) === turn) sweepOn(work, sweep);
    }
  }
}

/** Ends sweeps at once, whatever it takes, and those that follow: as it was before phases stood in line. */
export function finishWhere(work: Work, chosen: (sweep: Sweep) => boolean): void {
  const { sweeps } = work.state.instrumentSide;
  const { stepsLeft } = work;
  for (let next = [...sweeps.values()].find(chosen); next; next = [...sweeps.values()].find(chosen)) {
    const { instrumentId, environment } = next;
    const before = [...sweeps.values()].find(
      (one) =>
        one.name === 'triggers' && one.instrumentId === instrumentId && one.environment === environment,
    );
    work.stepsLeft = Number.POSITIVE_INFINITY;
    sweepOn(work, before ?? next);
  }
  work.stepsLeft = stepsLeft;
}

/** The next step of what is open; where nothing is, nothing is journaled. */
export function stepSweeps(work: Work, { stepMax = work.stepsLeft }: SweepStep): Applied {
  work.stepsLeft = Math.min(work.stepsLeft, stepMax);
  goOn(work);
  const { sweeps, orders } = work.recorder;
  return finished(work, doneWith(work), sweeps.size > 0 || orders.length > 0);
}

function sweepOn(work: Work, opened: Sweep): void {
  const { state, recorder } = work;
  const side = state.instrumentSide;
  const at = sweptBook(side, opened);
  if (at.closedBy.size > 0) return;
  if (at.sweeps.some((other) => turnOf(other) < Math.min(2, turnOf(opened)))) return;
  if (!endExpiredInStep(work, opened)) return;
  const begun = begunInTurn(work, at, opened);
  if (!begun) return;
  if (at.taking?.order) meetDepth(work, at.taking.order);
  const { sweep, hasEnded } = reachOn(work, at, begun);
  assert(sweepKey(sweep) === sweepKey(opened), 'Invariant: a step of a sweep stays in its book');
  assert(sweep.doneCount >= begun.doneCount, 'Invariant: a sweep goes forward only');
  const place = SWEEP_KINDS[sweep.name].placeOf?.({ side, at, sweep }) ?? sweep.place;
  const now = hasEnded ? { ...sweep, endedAtMs: recorder.atMs } : { ...sweep, place };
  noteSeal(work, now);
  write(work, now);
  noteNewEnds(work, at, now);
  const { instrumentId, environment } = now;
  markBook(work, now);
  if (hasEnded && now.name === 'uncrossing' && at.priceUncrossed !== undefined)
    keepPrice(work, now, at.priceUncrossed, true);
  if (hasEnded && at.taking) endTaking(work, at, now);
  if (!hasEnded || isBusy(at)) return;
  fitWanted(at);
  if (hasLine({ side, at, instrumentId })) openSweep(work, { instrumentId, environment, name: 'release' });
}

/** An order that takes in steps meets a depth at each, which is written under its number. */
function meetDepth(work: Work, order: ReservedOrder): void {
  const { instrumentSide } = work.state;
  const { orderId, side, priceLimit } = order;
  const known = journaledDepth(work, orderId);
  if (known) setQuotes(instrumentSide, known);
  const depth = depthMet(instrumentSide, order, { side, priceLimit });
  if (depth) work.marketMakerDepth.push({ ...depth, orderId });
}

/** An order that took in steps is done: its prints trigger, behind those that are being followed. */
function endTaking(work: Work, at: InstrumentBook, { instrumentId, environment }: Sweep): void {
  const side = work.state.instrumentSide;
  const { prints } = at.taking ?? { prints: [] };
  at.taking = undefined;
  const instrument = side.facts.instruments.get(instrumentId);
  assert(instrument !== undefined, 'Invariant: a book is of a known instrument');
  withdrawOutside(instrument, at);
  const followed = at.sweeps.find(({ name }) => name === 'triggers');
  if (!followed) {
    followPrints(work, { instrumentId, environment }, prints);
    return;
  }
  write(work, { ...followed, place: afterPrints(at, followed, prints) });
}

function write({ state, recorder }: Work, sweep: Sweep): void {
  recorder.sweeps.set(sweepKey(sweep), sweep);
  replaceSweep(state.instrumentSide, sweep);
}

/**
 * Notes in each sweep that follows prints which ends of brackets
 * are new, so that after a restart none gets its triggers twice.
 */
function noteNewEnds(work: Work, at: InstrumentBook, moved: Sweep): void {
  if (moved.name !== 'triggers' || !holdsRule(work.recorder, 'newEndsInEachSweep')) return;
  for (const other of [...at.sweeps]) {
    if (other.name !== 'triggers' || sweepKey(other) === sweepKey(moved)) continue;
    const place = afterPrints(at, other, []);
    if (place !== other.place) write(work, { ...other, place });
  }
}

/** Each step that makes fills of an auction says by what they can be checked. */
function noteSeal(work: Work, sweep: Sweep): void {
  const hash = sealIn(sweep);
  if (hash === undefined) return;
  const { instrumentId, environment } = sweep;
  const isNoted = work.seals.some(
    (one) => one.hash === hash && one.instrumentId === instrumentId && one.environment === environment,
  );
  if (!isNoted) work.seals.push({ instrumentId, environment, hash });
}

/**
 * Reaches one member after the other; a print on the way is followed at once, by the sweep itself or by one
 * that goes before it.
 */
function reachOn(work: Work, at: InstrumentBook, opened: Sweep): { sweep: Sweep; hasEnded: boolean } {
  const side = work.state.instrumentSide;
  const kind = SWEEP_KINDS[opened.name];
  const openCount = at.sweeps.length;
  let sweep = opened;
  const { sequence, atMs, rulesVersion } = work.recorder;
  while (work.stepsLeft > 0 && at.sweeps.length === openCount) {
    const next = kind.next({ side, at, sweep, sequence, atMs, rulesVersion, fillsMax: fillsLeft(work) });
    if (next === undefined) return { sweep, hasEnded: true };
    work.stepsLeft -= costOf(next);
    sweep = { ...sweep, doneCount: sweep.doneCount + 1, place: next.place ?? sweep.place };
    const prints = act(work, at, next);
    assert(at.sweeps.length >= openCount, 'Invariant: an act ends no sweep');
    if (prints.length > 0 && kind.onPrints) sweep = { ...sweep, place: kind.onPrints({ at, sweep }, prints) };
    // Fills of an auction print its one price, which is followed when the market maker quotes again.
    else if (next.act !== 'fill') followPrints(work, sweep, prints);
  }
  return { sweep, hasEnded: false };
}

function act(work: Work, at: InstrumentBook, next: SweepAct): readonly FollowedPrint[] {
  switch (next.act) {
    case 'release':
      releaseOrders(work, [next.released]);
      return [];
    case 'trail':
      moveTrail(work.state.accountSide, trailBehind(at, next), work.recorder);
      return [];
    case 'fill':
      return settleFills(work, next.fills);
    case 'admit':
      admitEnd(at, next.endId);
      return [];
    case 'record':
      if (next.record) keepRecord(work, next.record);
      return [];
    case 'rest':
    case 'pause':
      return [];
    case 'activate':
      return activateTriggered(work, next.order, next.leg);
    default:
      return unreachable(next);
  }
}

/** Lines that one command writes down of an auction are one row. */
function keepRecord({ recorder }: Work, record: Omit<AuctionRecord, 'sequence'>): void {
  const { auctions, sequence } = recorder;
  const last = auctions.at(-1);
  const isOn = last?.instrumentId === record.instrumentId && last.environment === record.environment;
  if (isOn) auctions[auctions.length - 1] = { ...last, lines: `${last.lines};${record.lines}` };
  else auctions.push({ ...record, sequence });
}
