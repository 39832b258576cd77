create table rail_key (
  network text primary key,
  xpub text not null,
  next_place int4 not null default 0,
  bound_at_ms int8 not null
);
comment on table rail_key is
  'Extended public key of each network, as the signer told it first: another one later is refused. The private ones are the signer''s alone.';

create table rail_address (
  network text not null references rail_key,
  branch int2 not null check (branch in (0, 1)),
  place int4 not null,
  chain_key text not null,
  tag int8 not null default -1,
  address text not null,
  account_id int4,
  made_at_ms int8 not null,
  primary key (network, branch, place),
  unique (network, chain_key, tag),
  unique (network, account_id)
);
comment on table rail_address is
  'Addresses at which coins come in: one for each account and network, and our own on branch 1. A tag of -1 says that the network has none.';

create table rail_block (
  network text not null,
  height int8 not null,
  hash text not null,
  at_ms int8 not null,
  primary key (network, height)
);
comment on table rail_block is 'The newest blocks that were read, so that a reorganisation is noticed.';

create table rail_transaction (
  transaction_no int8 generated always as identity primary key,
  network text not null,
  purpose text not null check (purpose in ('pay', 'collect', 'gas')),
  state text not null check (state in ('planned', 'sent', 'done', 'failed')),
  plan text not null,
  signed text,
  transaction_id text unique,
  sender text,
  nonce int8,
  fee int8,
  problem text,
  made_at_ms int8 not null,
  changed_at_ms int8 not null
);
comment on table rail_transaction is
  'Transactions of ours on chains. The plan is written before it is signed, so that a restart signs the same one.';
comment on column rail_transaction.fee is 'Cost in units of 1e-8 of the network''s own coin, once it is in a block.';
create index rail_transaction_open on rail_transaction (network, transaction_no) where state in ('planned', 'sent');

create table rail_transfer (
  network text not null,
  external_id text not null,
  chain_key text not null,
  branch int2 not null,
  place int4 not null,
  account_id int4,
  tag int8,
  asset text not null,
  units text not null,
  amount int8 not null,
  block_height int8 not null,
  block_hash text not null,
  state text not null check (state in ('pending', 'final', 'orphaned', 'reversed')),
  is_own boolean not null,
  seen_at_ms int8 not null,
  final_at_ms int8,
  spent_by int8 references rail_transaction,
  primary key (network, external_id)
);
comment on table rail_transfer is
  'Coins that came to our addresses. They count when they are final; until then a reorganisation takes them back.';
comment on column rail_transfer.is_own is 'Sent by a transaction of ours: change, and what was collected.';
create index rail_transfer_pending on rail_transfer (network, block_height) where state = 'pending';
create index rail_transfer_of_account on rail_transfer (account_id, seen_at_ms) where account_id is not null;
create index rail_transfer_unspent on rail_transfer (network, branch, seen_at_ms)
  where state = 'final' and spent_by is null;

create index rail_transfer_spent_by on rail_transfer (spent_by) where spent_by is not null;

create table rail_payment (
  instruction_id text primary key,
  rail text not null,
  purpose text not null check (purpose in ('withdrawal', 'cold')),
  asset text not null,
  amount int8 not null check (amount > 0),
  content bytea not null,
  fingerprint bytea not null,
  state text not null check (state in ('queued', 'sent', 'done', 'failed')),
  revision int4 not null,
  waits_for text,
  reference text,
  reason text,
  transaction_no int8 references rail_transaction,
  made_at_ms int8 not null,
  changed_at_ms int8 not null
);
comment on table rail_payment is
  'Payments that rails are to make, each once; the content is sealed, because it names people and their accounts.';
comment on column rail_payment.waits_for is 'Why it is not sent yet: signerLimit, hotFunds or rail; alone when it is to go in a transaction of its own.';
create index rail_payment_queued on rail_payment (rail, made_at_ms) where state = 'queued';
create index rail_payment_open on rail_payment (rail, made_at_ms) where state in ('queued', 'sent');
create index rail_payment_of_transaction on rail_payment (transaction_no);
