-- The engine's tables: the state itself, and the journal that proves it. Only the engine's writer writes here; everybody reads.
-- Amounts, prices and quantities are integers in the smallest unit of their asset or instrument. Times are epoch milliseconds.
-- Secondary indexes are few on purpose: each one is paid by every order.

create table lease (
  only_row boolean primary key default true check (only_row),
  epoch int8 not null,
  last_sequence int8 not null,
  last_at_ms int8 not null,
  last_hash bytea not null,
  taken_at timestamptz not null default now()
) with (fillfactor = 10);
comment on table lease is
  'Who may write. Each commit changes this row and names the epoch and the sequence it continues, so that a writer that was paused, or another one, can''t write.';

insert into lease (epoch, last_sequence, last_at_ms, last_hash) values (0, 0, 0, sha256(''));

create table journal (
  sequence int8 primary key,
  at_ms int8 not null,
  account_id int8,
  client_id text,
  content_hash text,
  command text not null,
  house_depth text not null,
  outcome text not null,
  leaf bytea not null
);
comment on table journal is
  'Every command that could change a customer''s state, in order and without a gap, as the exact text that was hashed. Replaying it from the first row must give the other tables.';
comment on column journal.house_depth is 'The house''s quotes that the command met: quotes are not journaled themselves.';
comment on column journal.leaf is 'SHA-256 of sequence, time, command, house depth and outcome as stored.';
-- One effect for one client id, for ever: the last guard behind the writer's own memory of ids.
create unique index journal_client_id on journal (account_id, client_id) where client_id is not null;

create table journal_batch (
  last_sequence int8 primary key,
  first_sequence int8 not null,
  epoch int8 not null,
  previous_hash bytea not null,
  hash bytea not null
);
comment on table journal_batch is
  'One row a commit: the hash of the batch before it with the leaves of its own rows, so that no row of the past can be changed unseen.';

create table account (
  account_id int8 primary key,
  lane text not null check (lane in ('real', 'demo')),
  status text not null check (status in ('active', 'frozen', 'closed')),
  spot_fee_tier int4 not null,
  opened_at_ms int8 not null,
  reset_at_ms int8
);
comment on table account is 'A trading account of one lane. A login has one in each lane; the domains know whose it is.';

create table balance (
  account_id int8 not null,
  wallet text not null,
  asset_id text not null,
  lane text not null,
  available int8 not null check (available >= 0),
  held int8 not null check (held >= 0),
  unsettled int8 not null check (unsettled >= 0),
  primary key (account_id, wallet, asset_id)
) with (fillfactor = 60);
comment on table balance is
  'What a customer has of an asset in a wallet (stock, spot, perpetual): usable now, behind open orders, usable later. The sum of its postings, kept so that nobody has to add them up.';

create table house_balance (
  lane text not null,
  house text not null,
  asset_id text not null,
  amount int8 not null,
  primary key (lane, house, asset_id)
) with (fillfactor = 30);
comment on table house_balance is
  'The other side of every posting that is not between customers: market makers, the outside, and the accounts that collect charges. With balance it sums to zero per lane and asset.';

create table posting (
  sequence int8 not null,
  index int4 not null,
  at_ms int8 not null,
  lane text not null,
  from_account_id int8 not null,
  from_wallet text not null,
  from_bucket text not null,
  to_account_id int8 not null,
  to_wallet text not null,
  to_bucket text not null,
  asset_id text not null,
  amount int8 not null check (amount > 0),
  kind text not null,
  charge_name text,
  order_id int8,
  fill_index int4,
  rule_version text,
  primary key (sequence, index)
);
comment on table posting is
  'Every movement of money or stock, holds included, from one ledger account to another: balanced by its shape. The house has account 0, wallet ''house'' and its name as the bucket.';
-- The movements of an account, newest first. A movement inside an account (a hold) is found by its from side alone.
create index posting_from_account on posting (from_account_id, sequence) where from_account_id > 0;
create index posting_to_account on posting (to_account_id, sequence) where to_account_id > 0 and to_account_id <> from_account_id;

create table orders (
  order_id int8 primary key,
  account_id int8 not null,
  lane text not null,
  instrument_id text not null,
  client_id text not null,
  side text not null,
  type text not null,
  validity text not null,
  price_limit int8 not null,
  quantity int8 not null,
  quantity_filled int8 not null,
  turnover_taken int8 not null,
  turnover_made int8 not null,
  charges text not null,
  fill_count int4 not null,
  rule_version text not null,
  spot_fee_tier int4 not null,
  priority int8 not null,
  placed_at_ms int8 not null,
  live boolean not null,
  state text not null,
  held int8 not null,
  ended_at_ms int8,
  cancel_cause text,
  refusal_code text
) with (fillfactor = 85);
comment on table orders is 'Every order as it is now. Account 0 never appears: the house''s quotes are quoted again after a restart.';
comment on column orders.live is 'Rests in a book. Its own column, so that a partial fill leaves the index of live orders alone.';
comment on column orders.charges is 'JSON: name of charge to amount in the quote asset. Shown, never searched.';
comment on column orders.priority is 'Its place in the queue: lower fills first at the same price.';
create index orders_of_account on orders (account_id, order_id);
-- What a restart loads: short however long the history is.
create index orders_live on orders (account_id) where live;

create table fill (
  sequence int8 not null,
  index int4 not null,
  lane text not null,
  instrument_id text not null,
  price int8 not null,
  quantity int8 not null,
  value int8 not null,
  at_ms int8 not null,
  taker_side text not null,
  taker_account_id int8 not null,
  taker_order_id int8 not null,
  taker_charges int8 not null,
  taker_profit_realised int8 not null,
  maker_account_id int8 not null,
  maker_order_id int8 not null,
  maker_charges int8 not null,
  maker_profit_realised int8 not null,
  primary key (sequence, index)
);
comment on table fill is
  'Each match of two orders, with both parties; the house has account 0 and order 0. Charges and profit are each party''s own. A taker''s fills carry its order''s number as their sequence.';
create index fill_taker on fill (taker_account_id, sequence) where taker_account_id > 0;
create index fill_maker on fill (maker_account_id, sequence) where maker_account_id > 0;

create table lot (
  sequence int8 not null,
  index int4 not null,
  account_id int8 not null,
  kind text not null,
  asset_id text not null,
  instrument_id text not null,
  order_id int8,
  amount_original int8 not null,
  amount_left int8 not null,
  cost_left int8 not null,
  opened_at_ms int8 not null,
  usable_at_ms int8 not null,
  withdrawable_at_ms int8 not null,
  settled boolean not null,
  primary key (sequence, index)
);
comment on table lot is
  'Shares of one purchase, or proceeds of one sale, with when they may be used. What is left of them stands behind the balance.';
-- What loading an account asks: lots with something left.
create index lot_left on lot (account_id) where amount_left > 0;
-- What the clock asks once a second.
create index lot_unsettled on lot (usable_at_ms) where not settled;

create table position (
  account_id int8 not null,
  instrument_id text not null,
  quantity int8 not null,
  cost int8 not null,
  profit_realised int8 not null,
  depository_charged_day text,
  primary key (account_id, instrument_id)
) with (fillfactor = 70);
comment on table position is 'What an account holds of an instrument, what that has cost, and what selling has brought so far.';

create table instrument (
  instrument_id text primary key,
  kind text not null,
  venue text not null,
  symbol text not null,
  base_asset text not null,
  quote_asset text not null,
  quote_is_coin boolean not null,
  price_scale int4 not null,
  base_scale int4 not null,
  quote_scale int4 not null,
  tick_size int8 not null,
  lot_size int8 not null,
  quantity_min int8 not null,
  quantity_max int8 not null,
  value_min int8 not null,
  value_max int8 not null,
  protection_bps int4 not null,
  lock_days int4 not null,
  band_low int8,
  band_high int8,
  status text not null
);
comment on table instrument is 'What is traded and within which limits, as the last instrument.set said.';

create table rules (
  kind text not null,
  name text not null,
  sequence int8 not null,
  body text not null,
  primary key (kind, name)
);
comment on table rules is
  'Charges by version, and the hours of each venue, as JSON that only the core reads. Old versions of charges stay: an order keeps those it was placed under. The newest of a kind has the greatest sequence.';
