-- What a login watches; both of its lanes share it.
create table watchlist (
  owner int8 not null,
  instrument_id text not null,
  added_at timestamptz not null default now(),
  primary key (owner, instrument_id)
);
comment on table watchlist is 'Stocks, indices and coins that a login wants to see first. The owner is the login.';
