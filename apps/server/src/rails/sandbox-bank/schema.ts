import { DatabaseSync } from 'node:sqlite';
import { prepareFile } from '#rails/process/child-main.ts';

/** Tables of the sandbox bank, in which entries between accounts, `world` included, sum to zero by asset. */
const SCHEMA = `
  create table if not exists account (
    account_id integer primary key,
    kind text not null check (kind in ('ours', 'person', 'world')),
    label text unique,
    number text not null unique,
    bank_code text not null,
    name text not null,
    asset text not null,
    balance integer not null default 0,
    is_closed integer not null default 0
  ) strict;
  create table if not exists alias (
    alias text primary key,
    account_id integer not null references account
  ) strict;
  create table if not exists entry (
    entry_id integer primary key,
    at_ms integer not null,
    debit_id integer not null references account,
    credit_id integer not null references account,
    units integer not null check (units > 0),
    utr text,
    instruction_id text
  ) strict;
  create index if not exists entry_of_debit on entry (debit_id, entry_id);
  create index if not exists entry_of_credit on entry (credit_id, entry_id);
  create table if not exists transfer (
    utr text primary key,
    account_id integer not null references account,
    payer_id integer not null references account,
    method text not null,
    units integer not null check (units > 0),
    reference text not null,
    payer_name text not null,
    payer_account text not null,
    state text not null check (state in ('booked', 'reversed')),
    booked_at_ms integer not null
  ) strict;
  create index if not exists transfer_by_time on transfer (booked_at_ms);
  create table if not exists payment (
    instruction_id text primary key,
    content text not null,
    account_id integer not null references account,
    payee_id integer references account,
    units integer not null check (units > 0),
    plan text not null,
    state text not null check (state in ('accepted', 'sent', 'done', 'failed')),
    revision integer not null,
    utr text,
    reason text,
    at_ms integer not null
  ) strict;
  create table if not exists checkout (
    checkout_id text primary key,
    account_id integer not null references account,
    method text not null,
    units integer not null,
    expires_at_ms integer not null,
    utr text
  ) strict;
  create table if not exists due (
    due_id integer primary key,
    at_ms integer not null,
    what text not null,
    subject text not null
  ) strict;
  create index if not exists due_by_time on due (at_ms);
  create table if not exists change (
    change_id integer primary key,
    place integer unique,
    body text not null,
    visible_at_ms integer not null,
    webhooks_left integer not null,
    tries integer not null default 0,
    next_try_at_ms integer not null
  ) strict;
  create index if not exists change_to_send on change (next_try_at_ms) where webhooks_left > 0;
  create index if not exists change_to_tell on change (visible_at_ms) where place is null;
  create table if not exists setting (name text primary key, value text not null) strict;
`;

export function openBankFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { readBigInts: true });
  prepareFile(file);
  file.exec(SCHEMA);
  return file;
}
