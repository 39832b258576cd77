-- What is set aside is rows, each with whose it is: margins of positions within the day and applications for new shares; an order's own row
-- is its hold. A balance's held is the sum of all three.
create table hold (
  account_id int8 not null,
  owner_kind text not null,
  owner_id text not null,
  wallet text not null,
  asset_id text not null,
  amount int8 not null check (amount >= 0),
  since_ms int8 not null,
  primary key (account_id, owner_kind, owner_id, wallet, asset_id)
) with (fillfactor = 70);
comment on table hold is
  'What an account has set aside beside its orders, and for what: owner_kind and owner_id name it (margin: the instrument, application: the rights issue). amount is zero once it was given back or spent.';

-- The rows that a replay of the journal gives.
insert into hold
select account_id, 'margin', instrument_id, 'stock', quote_asset, margin, opened_at_ms
  from intraday_position join instrument using (instrument_id);

-- An application holds the issue price and the entitlement; it began with the first share that was applied for, after there was none.
insert into hold
select account_id, 'application', issue_id, 'stock', asset_id,
       case when ended_at_ms is null then sum(change) else 0 end,
       max(at_ms) filter (where total = change)
  from (select e.account_id, e.issue_id, e.ended_at_ms, p.asset_id, p.at_ms, moved.change,
               sum(moved.change) over (partition by e.account_id, e.issue_id, p.asset_id order by p.sequence, p.index) as total
          from entitlement e
          join posting p on p.account_id = e.account_id and p.rule_version = e.issue_id and p.kind in ('hold', 'release'),
               lateral (select case p.kind when 'hold' then p.amount else -p.amount end as change) as moved) as moves
 group by account_id, issue_id, asset_id, ended_at_ms;

alter table intraday_position drop column margin;
comment on table intraday_position is
  'What an account has open within the day in an instrument: above zero bought first, below zero sold first. The shares themselves are with the house''s account intraday; its margin is a row of hold.';
