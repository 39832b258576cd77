-- The credit score of a login (rules 2.19): what was counted last, and every change of it.
create table score_count (
  login_id int4 not null references login,
  kind text not null,
  count int4 not null check (count >= 0),
  primary key (login_id, kind)
);
comment on table score_count is 'How often each kind of event had happened to a login when its score was computed last.';

create table score_event (
  login_id int4 not null references login,
  number int4 not null,
  at timestamptz not null,
  kind text not null,
  part text not null,
  delta int2 not null,
  score int2 not null check (score between 0 and 100),
  primary key (login_id, number)
);
comment on table score_event is 'Changes of a login''s credit score, numbered from 1, each with the kind of event that caused it. Never changed.';
