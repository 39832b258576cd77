import { DatabaseSync } from 'node:sqlite';
import { prepareFile } from '#rails/process/child-main.ts';

/** Tables of the sandbox chains, with units as text beyond 64 bits, coins from `mint` and fees to `miner`. */
const SCHEMA = `
  create table if not exists block (
    hash text primary key,
    network text not null,
    height integer not null,
    parent_hash text not null,
    at_ms integer not null,
    in_chain integer not null
  ) strict;
  create unique index if not exists block_in_chain on block (network, height) where in_chain = 1;
  create table if not exists tx (
    hash text primary key,
    network text not null,
    raw text not null,
    body text not null,
    block_hash text,
    place integer,
    state text not null check (state in ('waiting', 'included', 'failed', 'dropped')),
    fee text not null default '0',
    sender text,
    nonce integer,
    came_at_ms integer not null
  ) strict;
  create index if not exists tx_of_block on tx (block_hash, place);
  create index if not exists tx_waiting on tx (network, came_at_ms) where state = 'waiting';
  create index if not exists tx_of_sender on tx (network, sender) where state = 'waiting';
  create table if not exists balance (
    network text not null,
    key text not null,
    asset text not null,
    units text not null,
    primary key (network, key, asset)
  ) strict;
  create table if not exists nonce (
    network text not null,
    key text not null,
    next integer not null,
    primary key (network, key)
  ) strict;
  create table if not exists coin (
    outpoint text primary key,
    key text not null,
    units text not null,
    script text not null,
    made_by text not null,
    spent_by text
  ) strict;
  create index if not exists coin_made_by on coin (made_by);
  create index if not exists coin_spent_by on coin (spent_by) where spent_by is not null;
  create table if not exists entry (
    entry_id integer primary key,
    network text not null,
    block_hash text not null,
    tx_hash text not null,
    from_key text not null,
    to_key text not null,
    asset text not null,
    units text not null
  ) strict;
  create index if not exists entry_of_block on entry (block_hash);
  create table if not exists setting (name text primary key, value text not null) strict;
`;

export function openChainFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path);
  prepareFile(file);
  file.exec(SCHEMA);
  return file;
}
