import { COUNT, INSTANT, type Vocabulary } from '#words/words.ts';

/** The credit score. */
export const SCORE: Vocabulary = {
  'PointChangeLogData.band': ['Excellent from 80, Qualified from 60, else Risk.', 'qualified'],
  'PointChangeLogData.score': ['The credit score now, 0 to 100.', 67, COUNT],
  'PointChangeLogData.list.score': ['The score after the change.', 67, COUNT],
  'PointChangeLogData.list.kind': ['The event that caused it.', 'secondFactor'],
  'PointChangeLogData.list.ruleId': ['The published rule.', 'credit-score'],
  delta: ['Change of the score.', 5, COUNT],
  'PointChangeLogData.list.part': ['The part of the score that it counts for.', 'security'],
  'PointChangeLogData.parts.part': ['Part of the score.', 'security'],
  parts: ['The six parts of the score.'],
  points: ['Points that the part has.', 7, COUNT],
  'PointChangeLogData.parts.events.points': ['Points each time it happens.', 5, COUNT],
  'PointChangeLogData.parts.events.kind': ['The kind of event.', 'secondFactor'],
  'PointChangeLogData.parts.events.count': ['How often it has happened.', 1, COUNT],
  raises: ['What would raise the part, as the account is now.'],
  'PointChangeLogData.parts.raises.kind': ['The event that would raise it.', 'secondFactor'],
  'PointChangeLogData.parts.raises.points': ['Points that it would add.', 5, COUNT],
  'PointChangeLogData.parts.raises.atMs': ['When it happens by itself.', 1_795_939_230_000, INSTANT],
  'PointChangeLogData.appeal': ['The latest appeal against the score.'],
  'PointChangeLogData.appeal.state': ['Whether it waits, or how it was decided.', 'waiting'],
  'PointChangeLogData.appeal.score': ['The score when it was made.', 44, COUNT],
  'PointChangeLogData.appeal.reason': ['Why it was decided so.', 'factsRight'],
  appealFromMs: ['From when an appeal may be made; absent while one waits.', 1_795_939_230_000, INSTANT],
  pointsMax: ['The most that the part can have.', 10, COUNT],
  'PointChangeLogData.parts.events': ['Each event that counts for the part.'],
};
