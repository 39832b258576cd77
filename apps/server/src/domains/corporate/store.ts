import { type AccountId, accountId } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** What is behind of an action. */
export interface ActionState {
  readonly isAnnounced: boolean;
  readonly isDone: boolean;
}

const stateOf = statement<{ announced: boolean; done: boolean }>(
  'corporate-state',
  'select announced_at is not null as announced, done_at is not null as done from corporate_action where action_id = $1',
);
const announced = statement<{ action_id: string }>(
  'corporate-announced',
  `insert into corporate_action (action_id, announced_at) values ($1, $2)
     on conflict (action_id) do update set announced_at = $2 where corporate_action.announced_at is null returning action_id`,
);
const done = statement<{ action_id: string }>(
  'corporate-done',
  `insert into corporate_action (action_id, done_at) values ($1, $2)
     on conflict (action_id) do update set done_at = $2 where corporate_action.done_at is null returning action_id`,
);
// Whoever holds the share, has it open within the day, or has an order on it.
const concerned = statement<{ account_id: bigint }>(
  'corporate-concerned',
  `select account_id from position where instrument_id = $1 and quantity > 0
   union select account_id from intraday_position where instrument_id = $1 and quantity <> 0
   union select account_id from orders where live and instrument_id = $1 order by account_id`,
);
const holders = statement<{ login_id: number; lane: string; quantity: bigint }>(
  'corporate-holders',
  `select a.login_id, a.lane, p.quantity from position p join login_account a using (account_id)
    where p.instrument_id = $1 and p.quantity > 0 order by a.account_id`,
);

/** Reads who is concerned, and keeps what is behind. */
export class CorporateStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async state(actionId: string): Promise<ActionState> {
    const [row] = await stateOf(this.#database, [actionId]);
    return { isAnnounced: row?.announced === true, isDone: row?.done === true };
  }

  async concerned(instrumentId: string): Promise<AccountId[]> {
    const rows = await concerned(this.#database, [instrumentId]);
    return rows.map((row) => accountId(Number(row.account_id)));
  }

  async holders(
    instrumentId: string,
  ): Promise<{ readonly loginId: number; readonly lane: string; readonly quantity: bigint }[]> {
    const rows = await holders(this.#database, [instrumentId]);
    return rows.map(({ login_id: loginId, lane, quantity }) => ({ loginId, lane, quantity }));
  }
}

/** True for the one who notes it first. */
export async function noteAnnounced(on: Queryable, actionId: string, nowMs: number): Promise<boolean> {
  return (await announced(on, [actionId, new Date(nowMs)])).length > 0;
}

export async function noteDone(on: Queryable, actionId: string, nowMs: number): Promise<boolean> {
  return (await done(on, [actionId, new Date(nowMs)])).length > 0;
}
