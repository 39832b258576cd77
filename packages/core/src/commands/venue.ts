import type { HouseQuote, HouseTake, InstrumentSet, RulesSet, SessionEnd } from '#command.ts';
import { finished, markBook, refused, releaseOrders, settleFills, type Work } from '#commands/work.ts';
import { learnInstrument } from '#facts.ts';
import { depthMet, type HouseMatched, quote, take } from '#instruments/house.ts';
import { endSession, LANES, setInstrument } from '#instruments/instrument-side.ts';
import type { Applied } from '#outcome.ts';
import { loadRules } from '#state.ts';

export function setRules(work: Work, command: RulesSet): Applied {
  loadRules(work.state, command);
  return finished(work);
}

export function setListing(work: Work, { instrument }: InstrumentSet): Applied {
  const { accountSide, instrumentSide } = work.state;
  learnInstrument(accountSide.facts, instrument);
  releaseOrders(work, setInstrument(instrumentSide, instrument));
  work.recorder.instruments.push(instrument);
  for (const lane of LANES) markBook(work, { instrumentId: instrument.id, lane });
  return finished(work);
}

export function end(work: Work, { venue }: SessionEnd): Applied {
  releaseOrders(work, endSession(work.state.instrumentSide, venue));
  return finished(work);
}

/** A mass quote. Old quotes decide nothing about customers, so that none of them need be journaled. */
export function houseQuote(work: Work, command: HouseQuote): Applied {
  const matched = quote(work.state.instrumentSide, command, work.sequenced);
  const depth = depthMet(work.state.instrumentSide, command);
  if (depth) work.houseDepth.push(depth);
  return finishHouse(work, command, matched);
}

export function houseTake(work: Work, command: HouseTake): Applied {
  const depth = depthMet(work.state.instrumentSide, command, command);
  if (depth) work.houseDepth.push(depth);
  return finishHouse(work, command, take(work.state.instrumentSide, command, work.sequenced));
}

/** The house's commands are journaled only when they touched a customer. */
function finishHouse(work: Work, command: HouseQuote | HouseTake, matched: HouseMatched): Applied {
  if ('code' in matched) return refused(work, matched, false);
  settleFills(work, matched.fills);
  if (matched.changed) markBook(work, command);
  return finished(work, { ok: true, type: 'done' }, work.recorder.fills.length > 0);
}
