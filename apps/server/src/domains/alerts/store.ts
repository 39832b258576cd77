import { DAY_MS } from '@tarazu/core/values';
import type { AlertCondition } from '@tarazu/protocol';
import { alertConditions } from '@tarazu/protocol';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** A row of the table `alert`. */
export interface Alert {
  readonly id: string;
  readonly accountId: bigint;
  readonly loginId: number;
  readonly instrumentId: string;
  readonly condition: AlertCondition;
  readonly level: bigint;
  /** The level is in shares of this time. */
  readonly levelAtMs: number;
  readonly createdAtMs: number;
  readonly triggered: { readonly atMs: number; readonly price: string } | undefined;
}

interface AlertRow {
  readonly alert_id: string;
  readonly account_id: bigint;
  readonly login_id: number;
  readonly instrument_id: string;
  readonly condition: string;
  readonly level: bigint;
  readonly level_at_ms: bigint;
  readonly created_at_ms: bigint;
  readonly fired_at_ms: bigint | null;
  readonly price_fired: string | null;
}

/** Alerts that wait at most for one account. */
export const WAITING_MAX = 50;
/** Alerts that one account sets in 24 hours, whatever becomes of them: each may bring a notice. */
export const SET_A_DAY_MAX = 100;
const TRIGGERED_KEPT_MS = 90 * DAY_MS;
const DELETED_AT_ONCE = 5_000;
/** Triggered ones that a list still tells of. */
const TRIGGERED_SHOWN_MAX = 50;

const lockAccount = statement('alert-lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))');
const countWaiting = statement<{ waiting: number }>(
  'alert-count-waiting',
  'select count(*)::int4 as waiting from alert where account_id = $1 and fired_at_ms is null',
);
const countOfDay = statement<{ set: number }>(
  'alert-count-of-day',
  'select count(*)::int4 as set from alert where account_id = $1 and created_at_ms > $2',
);
const insertRow = statement<AlertRow>(
  'alert-insert',
  `insert into alert (alert_id, account_id, login_id, instrument_id, condition, level, created_at_ms, level_at_ms)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   returning *`,
);
const selectSame = statement<AlertRow>(
  'alert-same',
  `select * from alert
    where account_id = $1 and instrument_id = $2 and condition = $3 and level = $4 and fired_at_ms is null`,
);
const updateRow = statement<AlertRow>(
  'alert-set',
  `update alert set condition = $3, level = $4, level_at_ms = $5
    where account_id = $1 and alert_id = $2 and fired_at_ms is null
      and not exists (select from alert other where other.account_id = $1 and other.alert_id <> $2
        and other.instrument_id = alert.instrument_id and other.condition = $3 and other.level = $4
        and other.fired_at_ms is null)
   returning *`,
);
const selectOne = statement<AlertRow>(
  'alert-one',
  'select * from alert where account_id = $1 and alert_id = $2 and removed_at_ms is null',
);
const selectOf = statement<AlertRow>(
  'alert-list',
  `(select * from alert where account_id = $1 and fired_at_ms is null and ($2::text is null or instrument_id = $2)
     order by created_at_ms desc limit $3)
   union all
   (select * from alert where account_id = $1 and fired_at_ms is not null and removed_at_ms is null and ($2::text is null or instrument_id = $2)
     order by fired_at_ms desc limit $4)`,
);
const adjustRow = statement<AlertRow>(
  'alert-adjust',
  `update alert set level = $4, level_at_ms = $5
    where account_id = $1 and alert_id = $2 and level = $3 and fired_at_ms is null
      and not exists (select from alert other where other.account_id = $1 and other.alert_id <> $2
        and other.instrument_id = alert.instrument_id and other.condition = alert.condition and other.level = $4
        and other.fired_at_ms is null)
   returning *`,
);
const deleteSameRow = statement<AlertRow>(
  'alert-delete-same',
  'delete from alert where account_id = $1 and alert_id = $2 and level = $3 and fired_at_ms is null returning *',
);
const deleteRow = statement<AlertRow>(
  'alert-delete',
  'delete from alert where account_id = $1 and alert_id = $2 and fired_at_ms is null returning *',
);
const removeRow = statement(
  'alert-remove',
  `update alert set removed_at_ms = $3
    where account_id = $1 and alert_id = $2 and fired_at_ms is not null and removed_at_ms is null`,
);
const deleteOld = statement(
  'alert-clean',
  `delete from alert where alert_id in
     (select alert_id from alert where fired_at_ms < $1 order by fired_at_ms limit ${DELETED_AT_ONCE})`,
);
const selectWaiting = statement<AlertRow>('alert-waiting', 'select * from alert where fired_at_ms is null');
const triggerRow = statement<AlertRow>(
  'alert-trigger',
  `update alert set fired_at_ms = $5, price_fired = $6
    where account_id = $1 and alert_id = $2 and condition = $3 and level = $4 and fired_at_ms is null
   returning *`,
);

type NewAlert = Omit<Alert, 'triggered'>;
type Added =
  | { readonly is: 'new'; readonly alert: Alert }
  | { readonly is: 'same'; readonly alert: Alert }
  | { readonly is: 'full' }
  | { readonly is: 'tooManyOfDay' };

/**
 * Writes a new one, unless the account has the same, or as many as it may. Within a transaction: one of an
 * account at a time, so that what is counted stays so until it is written.
 */
export async function addAlert(on: Queryable, alert: NewAlert): Promise<Added> {
  const { accountId, createdAtMs } = alert;
  await lockAccount(on, [`alert:${accountId}`]);
  const same = await sameAlert(on, alert);
  if (same !== undefined) return { is: 'same', alert: same };
  const [counted] = await countWaiting(on, [accountId]);
  if ((counted?.waiting ?? 0) >= WAITING_MAX) return { is: 'full' };
  const [ofDay] = await countOfDay(on, [accountId, createdAtMs - DAY_MS]);
  if ((ofDay?.set ?? 0) >= SET_A_DAY_MAX) return { is: 'tooManyOfDay' };
  return { is: 'new', alert: await insertAlert(on, alert) };
}

async function insertAlert(on: Queryable, alert: NewAlert): Promise<Alert> {
  const { id, accountId, loginId, instrumentId, condition, level, levelAtMs, createdAtMs } = alert;
  const values = [id, accountId, loginId, instrumentId, condition, level, createdAtMs, levelAtMs];
  const added = first(await insertRow(on, values));
  if (added === undefined) throw new Error('Invariant: a row that is written comes back');
  return added;
}

async function sameAlert(on: Queryable, alert: NewAlert): Promise<Alert | undefined> {
  const { accountId, instrumentId, condition, level } = alert;
  return first(await selectSame(on, [accountId, instrumentId, condition, level]));
}

export interface AlertChange {
  readonly accountId: bigint;
  readonly id: string;
  readonly condition: AlertCondition;
  readonly level: bigint;
  readonly levelAtMs: number;
}

/** Undefined where it does not wait any more, or another says the same already. */
export async function updateAlert(on: Queryable, change: AlertChange): Promise<Alert | undefined> {
  const { accountId, id, condition, level, levelAtMs } = change;
  return first(await updateRow(on, [accountId, id, condition, level, levelAtMs]));
}

export async function oneAlert(on: Queryable, accountId: bigint, id: string): Promise<Alert | undefined> {
  return first(await selectOne(on, [accountId, id]));
}

export async function alertsOf(
  on: Queryable,
  accountId: bigint,
  instrumentId: string | undefined,
): Promise<Alert[]> {
  const values = [accountId, instrumentId ?? null, WAITING_MAX, TRIGGERED_SHOWN_MAX];
  return (await selectOf(on, values)).map(alertOf);
}

/** Takes it off the list. Gives one that waited. */
export async function deleteAlert(
  on: Queryable,
  { accountId, id, nowMs }: { readonly accountId: bigint; readonly id: string; readonly nowMs: number },
): Promise<Alert | undefined> {
  const gone = first(await deleteRow(on, [accountId, id]));
  if (gone === undefined) await removeRow(on, [accountId, id, nowMs]);
  return gone;
}

/** Some of those that came true long ago. */
export async function cleanAlerts(on: Queryable, nowMs: number): Promise<void> {
  await deleteOld(on, [nowMs - TRIGGERED_KEPT_MS]);
}

/**
 * Says the same of another share. Undefined where it does not
 * stand as it did, or another says the same by now: then it goes.
 */
export async function adjustAlert(
  on: Queryable,
  { accountId, id, level }: Alert,
  to: { readonly level: bigint; readonly levelAtMs: number },
): Promise<Alert | undefined> {
  const adjusted = first(await adjustRow(on, [accountId, id, level, to.level, to.levelAtMs]));
  if (adjusted === undefined) await deleteSameRow(on, [accountId, id, level]);
  return adjusted;
}

/** Everybody's that wait: what a start reads once. */
export async function waitingAlerts(on: Queryable): Promise<Alert[]> {
  return (await selectWaiting(on, [])).map(alertOf);
}

/** Undefined where it was triggered, changed or taken away meanwhile: it triggers once, and as it stands. */
export async function triggerAlert(
  on: Queryable,
  alert: Alert,
  triggered: { readonly atMs: number; readonly price: string },
): Promise<Alert | undefined> {
  const { accountId, id, condition, level } = alert;
  return first(await triggerRow(on, [accountId, id, condition, level, triggered.atMs, triggered.price]));
}

function first(rows: readonly AlertRow[]): Alert | undefined {
  const [row] = rows;
  return row && alertOf(row);
}

function alertOf(row: AlertRow): Alert {
  const condition = alertConditions.find((one) => one === row.condition);
  if (condition === undefined) throw new Error(`Invariant: an alert waits for "${row.condition}"`);
  return {
    id: row.alert_id,
    accountId: row.account_id,
    loginId: row.login_id,
    instrumentId: row.instrument_id,
    condition,
    level: row.level,
    levelAtMs: Number(row.level_at_ms),
    createdAtMs: Number(row.created_at_ms),
    triggered:
      row.fired_at_ms === null ? undefined : { atMs: Number(row.fired_at_ms), price: row.price_fired ?? '' },
  };
}
