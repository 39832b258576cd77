-- Step-ups, the transaction password, tries at secrets, and what holds back withdrawals.

create table login_secret (
  login_id int4 not null references login,
  name text not null check (name in ('password', 'pin')),
  secret_hash text,
  changed_at timestamptz not null,
  primary key (login_id, name)
);
comment on table login_secret is
  'The transaction password as a keyed Argon2id hash, and when it and the login password were changed.';

create table secret_try (
  login_id int4 not null references login,
  name text not null,
  tries int4 not null,
  locked_until timestamptz,
  primary key (login_id, name)
);
comment on table secret_try is
  'Tries at a secret of a login since the last right one, over all its devices. Each is counted before it is checked.';

create table step_up (
  step_up_id text primary key,
  login_id int4 not null references login,
  session_id text not null,
  account_id int8 not null,
  call text not null,
  content_hash bytea not null,
  needs text[] not null,
  begun_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table step_up is 'Step-ups of two minutes: for one session, one call and one content, of which the keyed hash is here.';
create index step_up_of_login on step_up (login_id, begun_at desc);
create index step_up_expiry on step_up (expires_at);

create table withdrawal_hold (
  hold_id int8 generated always as identity primary key,
  login_id int4 not null references login,
  reason text not null,
  began_at timestamptz not null,
  until_at timestamptz not null
);
comment on table withdrawal_hold is 'Changes of a login after which withdrawals wait, each with its reason and its end.';
create index withdrawal_hold_of_login on withdrawal_hold (login_id, until_at desc);

alter table one_time_code drop constraint one_time_code_purpose_check;
alter table one_time_code add constraint one_time_code_purpose_check
  check (purpose in ('register', 'resetPassword', 'tradePassword'));
