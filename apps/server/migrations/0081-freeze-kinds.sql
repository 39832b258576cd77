-- A login freezes its trading and its withdrawals apart; freezes of before were of trading.
alter table login_freeze add column what text not null default 'trading' check (what in ('trading', 'withdrawals'));
alter table login_freeze alter column what drop default;
alter table login_freeze drop constraint login_freeze_pkey, add primary key (login_id, placed_by, what);
