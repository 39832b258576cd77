-- What is only ever appended is written as text, a batch or a command at a time, and read as rows through views: an order then costs
-- four small rows and not ten wide ones (decision 0007).

alter table journal rename to journal_row;
alter table posting rename to posting_row;

alter table journal_batch add column entries text;
update journal_batch as batch
   set entries = (
     select string_agg(concat_ws(E'\t', sequence, at_ms, coalesce(account_id::text, ''), coalesce(client_id, ''), coalesce(content_hash, ''),
                                 encode(leaf, 'hex'), command, house_depth, outcome), E'\n' order by sequence)
       from journal_row where sequence between batch.first_sequence and batch.last_sequence);
alter table journal_batch alter column entries set not null;
-- The text is written once and hardly ever read: packing it would cost each order more than the room is worth.
alter table journal_batch alter column entries set storage external;
comment on column journal_batch.entries is
  'A line for each command, with a tab between: sequence, time, account, client id, hash of the content, leaf, command, house depth, outcome. None of them contains a tab or a line end.';

create view journal as
select field[1]::int8 as sequence, field[2]::int8 as at_ms, field[3]::int8 as account_id, field[4] as client_id, field[5] as content_hash,
       field[7] as command, field[8] as house_depth, field[9] as outcome, decode(field[6], 'hex') as leaf,
       batch.last_sequence as batch_last_sequence
  from journal_batch as batch,
       lateral string_to_table(batch.entries, E'\n') as line,
       lateral string_to_array(line, E'\t', '') as field;
comment on view journal is
  'Every command that could change a customer''s state, in order and without a gap, as the exact text that was hashed. Replaying it from the first row must give the other tables. Ask by batch_last_sequence: it is the key.';

-- One effect for one client id, for ever: the last guard behind the writer's own memory of ids.
create table client_id (
  account_id int8 not null,
  client_id text not null,
  sequence int8 not null,
  primary key (account_id, client_id)
);
comment on table client_id is 'Which command an id of a client was used for. The journal has what was answered.';
insert into client_id select account_id, client_id, sequence from journal_row where client_id is not null;
drop table journal_row;

create table movement (
  sequence int8 not null,
  part int4 not null,
  at_ms int8 not null,
  lane text not null,
  account_id int8 not null,
  other_account_id int8 not null,
  postings text not null,
  primary key (sequence, part)
);
comment on table movement is 'The postings of one command that concern one account, or one and another, packed; read them through the view posting.';
comment on column movement.account_id is 'The customer at the from side, or at the to side of what the house gives.';
comment on column movement.other_account_id is 'The customer at the to side of what another gives, else 0.';
comment on column movement.postings is
  'A line for each posting, with a tab between: index, from account, wallet and bucket, to account, wallet and bucket, asset, amount, kind, charge, order, fill, rule version. What is absent is empty.';
insert into movement
select sequence, row_number() over (partition by sequence order by account_id, other_account_id) - 1, at_ms, lane, account_id, other_account_id,
       string_agg(concat_ws(E'\t', index, from_account_id, from_wallet, from_bucket, to_account_id, to_wallet, to_bucket, asset_id, amount, kind,
                            coalesce(charge_name, ''), coalesce(order_id::text, ''), coalesce(fill_index::text, ''), coalesce(rule_version, '')),
                  E'\n' order by index)
  from (select *, case when from_account_id > 0 then from_account_id else to_account_id end as account_id,
               case when from_account_id > 0 and to_account_id <> from_account_id then to_account_id else 0 end as other_account_id
          from posting_row) as owned
 group by sequence, at_ms, lane, account_id, other_account_id;
drop table posting_row;
-- The movements of an account, newest first.
create index movement_of_account on movement (account_id, sequence);
create index movement_of_other on movement (other_account_id, sequence) where other_account_id > 0;

create view posting as
select movement.sequence, field[1]::int4 as index, movement.at_ms, movement.lane,
       field[2]::int8 as from_account_id, field[3] as from_wallet, field[4] as from_bucket,
       field[5]::int8 as to_account_id, field[6] as to_wallet, field[7] as to_bucket,
       field[8] as asset_id, field[9]::int8 as amount, field[10] as kind, field[11] as charge_name,
       field[12]::int8 as order_id, field[13]::int4 as fill_index, field[14] as rule_version,
       movement.account_id, movement.other_account_id
  from movement,
       lateral string_to_table(movement.postings, E'\n') as line,
       lateral string_to_array(line, E'\t', '') as field;
comment on view posting is
  'Every movement of money or stock, holds included, from one ledger account to another: balanced by its shape. The house has account 0, wallet ''house'' and its name as the bucket. Ask by account_id and other_account_id: they have indexes.';

-- An order is only ever asked for by its owner, so one index finds it and lists it.
alter table orders drop constraint orders_pkey;
drop index orders_of_account;
alter table orders add primary key (account_id, order_id);
