-- Appeals against the credit score, answered by a person.
create table score_appeal (
  appeal_id text primary key,
  login_id int4 not null references login,
  score int2 not null check (score between 0 and 100),
  text text not null,
  state text not null check (state in ('waiting', 'accepted', 'rejected')),
  made_at timestamptz not null,
  due_at timestamptz not null,
  decided_at timestamptz,
  reason text,
  answer text,
  check ((state = 'waiting') = (decided_at is null))
);
comment on table score_appeal is 'Appeals against the credit score: what was written, by when it is answered, and the answer.';
create index score_appeal_of_login on score_appeal (login_id, made_at desc);
create index score_appeal_waiting on score_appeal (made_at, appeal_id) where decided_at is null;
create index score_appeal_done on score_appeal (decided_at desc, appeal_id desc) where decided_at is not null;
