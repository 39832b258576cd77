-- Who may come in: logins, their sessions, and what guards the door. The engine's tables know accounts and not people.

create table login (
  login_id int4 generated always as identity primary key,
  user_id text not null unique check (user_id ~ '^[1-9][0-9]{8}$'),
  guest boolean not null,
  phone text unique check (phone ~ '^\+[0-9]{8,15}$'),
  email text unique check (email = lower(email)),
  password_hash text,
  status int2 not null default 1 check (status between 0 and 3),
  identity_status text not null default 'none' check (identity_status in ('none', 'pending', 'succ', 'fail')),
  nickname text not null default '',
  language text not null default 'en-US',
  country text not null default 'IN',
  tab_bar text not null default 'trader',
  invite_code text unique,
  invited_by int4 references login,
  registered_at timestamptz not null,
  check (guest or ((phone is not null or email is not null) and password_hash is not null and invite_code is not null))
);
comment on table login is 'A person''s way in, or a guest of the demo, who has neither name nor password.';
comment on column login.user_id is 'Random number that the app shows; tells nothing about how many there are.';
comment on column login.status is '1 active; 0 closed: every call answers that it is signed out; 2 frozen by the person; 3 restricted.';

create table login_account (
  account_id int4 generated always as identity primary key,
  login_id int4 not null references login,
  lane text not null check (lane in ('real', 'demo')),
  opened boolean not null default false,
  unique (login_id, lane)
);
comment on table login_account is 'The trading accounts of a login. The row comes before the engine''s; `opened` says that the engine has it.';

create table session (
  session_id text primary key,
  login_id int4 not null references login,
  created_at timestamptz not null,
  device text not null,
  address text not null,
  ended_at timestamptz
);
comment on table session is 'One sign-in on one device.';
create index session_of_login on session (login_id) where ended_at is null;

create table session_token (
  token_hash bytea primary key,
  session_id text not null references session on delete cascade,
  lane text not null check (lane in ('real', 'demo')),
  account_id int4 not null references login_account,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table session_token is 'One token a lane, as its SHA-256: who reads this table can''t sign in.';
create index session_token_of_session on session_token (session_id);
create index session_token_expiry on session_token (expires_at);

create table login_failure (
  target_hash bytea primary key,
  failure_count int4 not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz
);
comment on table login_failure is
  'Wrong passwords by keyed hash of the phone or e-mail that was typed, whether it exists or not, so that nobody can tell.';
create index login_failure_age on login_failure (last_failed_at);

create table captcha (
  captcha_id text primary key,
  kind text not null check (kind in ('work', 'picture')),
  purpose text not null check (purpose in ('code', 'login')),
  answer_hash bytea not null,
  expires_at timestamptz not null
);
comment on table captcha is 'Captchas not answered yet. An answer, right or wrong, deletes the row.';
create index captcha_expiry on captcha (expires_at);

create table one_time_code (
  code_id int8 generated always as identity primary key,
  target_hash bytea not null,
  purpose text not null check (purpose in ('register', 'resetPassword')),
  code_hash bytea not null,
  address text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  try_count int2 not null default 0,
  used_at timestamptz
);
comment on table one_time_code is 'Codes sent by e-mail and SMS, as keyed hashes; kept for a day, for the limits.';
create index one_time_code_target on one_time_code (target_hash, sent_at desc);
create index one_time_code_address on one_time_code (address, sent_at desc);
create index one_time_code_age on one_time_code (sent_at);

create table notice (
  notice_id text primary key,
  login_id int4 not null references login,
  kind text not null,
  detail jsonb not null default '{}',
  link text,
  created_at timestamptz not null,
  read_at timestamptz
);
comment on table notice is 'Personal messages as a kind with its facts; the sentence is made in the reader''s language.';
create index notice_of_login on notice (login_id, created_at desc, notice_id desc);
create index notice_unread on notice (login_id) where read_at is null;
