import type { HouseQuote, HouseTake, InstrumentSet, RulesSet, SessionEnd } from '#command.ts';
import { finished, markBook, refused, releaseOrders, settleFills, type Work } from '#commands/work.ts';
import { learnInstrument, learnRules } from '#facts.ts';
import { endAuctions } from '#instruments/auctions.ts';
import { depthMet, type HouseMatched, quote, take } from '#instruments/house.ts';
import { endSession, LANES, openAuctions, setInstrument } from '#instruments/instrument-side.ts';
import type { Applied } from '#outcome.ts';

/** New charges, or a new phase: what an auction collected trades at one price when its phase ends. */
export function setRules(work: Work, command: RulesSet): Applied {
  const { accountSide, instrumentSide } = work.state;
  learnRules(accountSide.facts, command);
  learnRules(instrumentSide.facts, command);
  if (command.session) {
    for (const ended of endAuctions(instrumentSide, work.sequenced.atMs)) {
      work.houseDepth.push(ended.depth);
      settleFills(work, ended.fills);
      releaseOrders(work, ended.released);
      markBook(work, ended.depth);
    }
    for (const opened of openAuctions(instrumentSide)) markBook(work, opened);
  }
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
