import {
  ACCOUNT_ID,
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
import type { AccountSweep, AccountSweepName, Sweep, SweepName } from '#model/sweep.ts';

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

export const accountSweeps = rowKind<AccountSweep>()({
  table: 'account_sweep',
  owner: 'house',
  life: 'state',
  storage: 'own',
  key: ['sequence'],
  madeBy: 'sequence',
  changesFrom: 'reachedTo',
  open: { field: 'endedAtMs', is: 'null' },
  fields: {
    sequence: column('sequence', LONG_COUNT),
    name: column('name', wordOf<AccountSweepName>()),
    instrumentId: optional('instrument_id', INSTRUMENT_ID),
    openedAtMs: column('opened_at_ms', INSTANT),
    place: column('place', TEXT),
    reachedTo: column('reached_to', ACCOUNT_ID),
    doneCount: column('done_count', LONG_COUNT),
    endedAtMs: optional('ended_at_ms', INSTANT),
  },
});
