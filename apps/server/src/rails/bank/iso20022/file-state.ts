import { DatabaseSync } from 'node:sqlite';
import { prepareFile } from '#rails/process/child-main.ts';

/** Record of the files that were exchanged with a bank, beside them: payments that were written, entries. */
const SCHEMA = `
  create table if not exists payment_file (
    name text primary key,
    text text not null,
    is_written integer not null
  ) strict;
  create table if not exists payment (
    instruction_id text primary key,
    content text not null,
    at_ms integer not null
  ) strict;
  create table if not exists entry (
    entry_no integer primary key autoincrement,
    account text not null,
    entry_ref text not null,
    day text not null,
    direction text not null,
    units integer not null,
    at_ms integer not null,
    external_id text,
    instruction_id text,
    change text,
    unique (account, entry_ref)
  ) strict;
  create index if not exists entry_of_day on entry (account, day, entry_no);
  create index if not exists entry_of_payment on entry (instruction_id) where instruction_id is not null;
  create table if not exists holding (account text primary key, units integer not null) strict;
`;

export function openFileState(path: string): DatabaseSync {
  const file = new DatabaseSync(path);
  prepareFile(file);
  file.exec(SCHEMA);
  return file;
}
