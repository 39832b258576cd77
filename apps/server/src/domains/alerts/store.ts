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
/** Fired ones that a list still tells of. */
const FIRED_SHOWN_MAX = 50;

const insertRow = statement<AlertRow>(
  'alert-insert',
  `insert into alert (alert_id, account_id, login_id, instrument_id, condition, level, created_at_ms, level_at_ms)
     select $1, $2, $3, $4, $5, $6, $7, $9
      where (select count(*) from alert where account_id = $2 and fired_at_ms is null) < $8
     on conflict (account_id, instrument_id, condition, level) where fired_at_ms is null do nothing
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
  'select * from alert where account_id = $1 and alert_id = $2',
);
const selectOf = statement<AlertRow>(
  'alert-list',
  `(select * from alert where account_id = $1 and fired_at_ms is null and ($2::text is null or instrument_id = $2)
     order by created_at_ms desc limit $3)
   union all
   (select * from alert where account_id = $1 and fired_at_ms is not null and ($2::text is null or instrument_id = $2)
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
  'delete from alert where account_id = $1 and alert_id = $2 returning *',
);
const selectWaiting = statement<AlertRow>('alert-waiting', 'select * from alert where fired_at_ms is null');
const fireRow = statement<AlertRow>(
  'alert-fire',
  `update alert set fired_at_ms = $5, price_fired = $6
    where account_id = $1 and alert_id = $2 and condition = $3 and level = $4 and fired_at_ms is null
   returning *`,
);

/** Writes a new one. Undefined where the account has as many as it may, or has the same already. */
export async function insertAlert(
  on: Queryable,
  alert: Omit<Alert, 'triggered'>,
): Promise<Alert | undefined> {
  const { id, accountId, loginId, instrumentId, condition, level, levelAtMs, createdAtMs } = alert;
  const values = [
    id,
    accountId,
    loginId,
    instrumentId,
    condition,
    level,
    createdAtMs,
    WAITING_MAX,
    levelAtMs,
  ];
  return first(await insertRow(on, values));
}

export async function sameAlert(on: Queryable, alert: Omit<Alert, 'triggered'>): Promise<Alert | undefined> {
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
  const values = [accountId, instrumentId ?? null, WAITING_MAX, FIRED_SHOWN_MAX];
  return (await selectOf(on, values)).map(alertOf);
}

export async function deleteAlert(on: Queryable, accountId: bigint, id: string): Promise<Alert | undefined> {
  return first(await deleteRow(on, [accountId, id]));
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
  return first(await fireRow(on, [accountId, id, condition, level, triggered.atMs, triggered.price]));
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
