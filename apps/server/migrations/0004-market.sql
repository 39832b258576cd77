-- What the live market has printed, so that charts show what was really traded, and what it last told the engine.

-- Bars of the real lane's tape: minutes, and the day they add up to. Charts of the past before them come from the source.
create table candle (
  instrument_id text not null,
  interval text not null check (interval in ('1m', '1d')),
  open_time_ms int8 not null,
  open int8 not null,
  high int8 not null,
  low int8 not null,
  close int8 not null,
  volume int8 not null,
  turnover numeric(30) not null,
  -- How many minutes it is made of: how much of the bar the tape has seen.
  minute_count int4 not null,
  primary key (instrument_id, interval, open_time_ms)
);

-- Small facts the market must find again after a restart: its seed, and the terms of each instrument as the engine knows them.
create table market_state (
  key text primary key,
  value text not null
);
