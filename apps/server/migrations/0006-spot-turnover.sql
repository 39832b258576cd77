-- What each account has traded in coins by day, counted at night from the fills, so that a fee tier is a sum of thirty rows.
create table spot_turnover (
  account_id int8 not null,
  day int4 not null,
  quote_asset text not null,
  turnover int8 not null check (turnover > 0),
  primary key (account_id, day, quote_asset)
);
comment on table spot_turnover is 'Value of the coins that an account bought and sold on a day in India (days since 1970), in the smallest unit of the quote asset. Days older than the tiers look at are dropped.';
create index spot_turnover_day on spot_turnover (day);

create table tether_rate (
  day int4 primary key,
  rupees_e8 int8 not null check (rupees_e8 > 0),
  source text not null
);
comment on table tether_rate is 'Rupees for one USDT, at eight decimals, at which a day''s turnover in USDT counts for the fee tiers: the market''s last price when the day was counted, or the row of rules.';

create table spot_turnover_progress (
  only_row boolean primary key default true check (only_row),
  last_sequence int8 not null,
  last_index int4 not null
);
comment on table spot_turnover_progress is 'The last fill that is counted. It moves in the statement that counts, so that each fill counts once.';
insert into spot_turnover_progress (last_sequence, last_index) values (0, 0);

-- Accounts that may fall back to the first tier: few.
create index account_fee_tier on account (account_id) where spot_fee_tier > 0;
