-- Each posting says the balances of its ends right after it, so that a page of the record shows them without a sum over history. The house's are
-- not told: its ends stay empty. What is there already gets the running sums, which a replay of the journal gives as well.
create temp table balance_after on commit drop as
select sequence, index, is_from, sum(change) over (partition by account_id, wallet, bucket, asset_id order by sequence, index) as balance
  from (select sequence, index, true as is_from, from_account_id as account_id, from_wallet as wallet, from_bucket as bucket, asset_id, -amount as change
          from posting where from_account_id > 0
        union all
        select sequence, index, false, to_account_id, to_wallet, to_bucket, asset_id, amount
          from posting where to_account_id > 0) as moved;
create unique index on balance_after (sequence, index, is_from);
analyze balance_after;

update movement as m
   set postings = (
     select string_agg(concat(line, E'\t', own.balance, E'\t', other.balance), E'\n' order by number)
       from string_to_table(m.postings, E'\n') with ordinality as lines(line, number)
       left join balance_after own on own.sequence = m.sequence and own.index = split_part(line, E'\t', 1)::int4 and own.is_from
       left join balance_after other on other.sequence = m.sequence and other.index = split_part(line, E'\t', 1)::int4 and not other.is_from);

comment on column movement.postings is
  'A line for each posting, with a tab between: index, from account, wallet and bucket, to account, wallet and bucket, asset, amount, kind, charge, order, fill, rule version, balance of the from side after it, balance of the to side. What is absent is empty.';

create or replace view posting as
select movement.sequence, field[1]::int4 as index, movement.at_ms, movement.environment,
       field[2]::int8 as from_account_id, field[3] as from_wallet, field[4] as from_bucket,
       field[5]::int8 as to_account_id, field[6] as to_wallet, field[7] as to_bucket,
       field[8] as asset_id, field[9]::int8 as amount, field[10] as kind, field[11] as charge_name,
       field[12]::int8 as order_id, field[13]::int4 as fill_index, field[14] as rule_version,
       movement.account_id, movement.other_account_id,
       field[15]::int8 as balance_from, field[16]::int8 as balance_to
  from movement,
       lateral string_to_table(movement.postings, E'\n') as line,
       lateral string_to_array(line, E'\t', '') as field;
