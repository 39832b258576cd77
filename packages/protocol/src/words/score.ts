import { COUNT, type Vocabulary } from '#words/words.ts';

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
  pointsMax: ['The most that the part can have.', 10, COUNT],
  'PointChangeLogData.parts.events': ['Each event that counts for the part.'],
};
