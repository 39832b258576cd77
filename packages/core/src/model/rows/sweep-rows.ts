import {
  COUNT,
  column,
  ENVIRONMENT,
  INSTANT,
  INSTRUMENT_ID,
  LONG_COUNT,
  optional,
  TEXT,
  wordOf,
} from '#model/rows/column.ts';
import { rowKind } from '#model/rows/row-kind.ts';
import type { Sweep, SweepName } from '#model/sweep.ts';

export const sweeps = rowKind<Sweep>()({
  table: 'sweep',
  owner: 'instrument',
  life: 'state',
  storage: 'own',
  key: ['sequence', 'index'],
  madeBy: 'sequence',
  changesFrom: 'place',
  open: { field: 'endedAtMs', is: 'null' },
  fields: {
    sequence: column('sequence', LONG_COUNT),
    index: column('index', COUNT),
    name: column('name', wordOf<SweepName>()),
    instrumentId: column('instrument_id', INSTRUMENT_ID),
    environment: column('environment', ENVIRONMENT),
    openedAtMs: column('opened_at_ms', INSTANT),
    place: column('place', TEXT),
    doneCount: column('done_count', LONG_COUNT),
    endedAtMs: optional('ended_at_ms', INSTANT),
  },
});
