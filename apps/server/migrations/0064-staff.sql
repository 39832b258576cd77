-- Staff of the console: who they are, their sessions, what they did, and what waits for a second person.

create table staff (
  staff_id int4 generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[1-9][0-9]{5}$'),
  name text not null unique check (name ~ '^[a-z][a-z0-9.-]{1,39}$'),
  roles text[] not null,
  password_hash text,
  factor_sealed bytea not null,
  factor_step int8 not null default 0,
  invitation_hash bytea,
  invited_until timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null
);
comment on table staff is 'People of the console. A password stands only after the authenticator was proved with the invitation.';
comment on column staff.factor_sealed is 'Key of the authenticator, sealed with the installation''s key.';
comment on column staff.factor_step is 'Step of the last code that was used: a code works once.';

create table staff_failure (
  name_hash bytea primary key,
  failure_count int4 not null,
  last_failed_at timestamptz not null
);
comment on table staff_failure is 'Tries to sign in by keyed hash of the name that was typed, whether it exists or not, so that nobody can tell.';

create table staff_login (
  staff_id int4 not null references staff,
  login_id int4 not null references login,
  primary key (staff_id, login_id)
);
comment on table staff_login is 'Logins that a person of staff has as a customer. What concerns them, or a login on one of their devices, is decided by others.';

create table staff_session (
  token_hash bytea primary key,
  staff_id int4 not null references staff,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_session_of_staff on staff_session (staff_id);
create index staff_session_expiry on staff_session (expires_at);

create table staff_log (
  sequence int8 primary key,
  at_ms int8 not null,
  staff_id int4 not null references staff,
  act text not null,
  login_id int4 references login,
  queue text,
  item_id text,
  detail jsonb not null,
  day date not null,
  salt bytea not null,
  previous_hash bytea not null unique,
  hash bytea not null unique
);
comment on table staff_log is 'Everything that staff did or looked at: each entry binds the one before it. Only ever added to.';
-- Whether somebody of staff and a customer have invited one another.
create index login_invited_by on login (invited_by) where invited_by is not null;

create index staff_log_of_day on staff_log (day);
create index staff_log_of_login on staff_log (login_id, sequence desc) where login_id is not null;
create index staff_log_of_staff on staff_log (staff_id, sequence desc);
create index staff_log_of_item on staff_log (queue, item_id, sequence desc) where item_id is not null;

create table staff_log_head (
  number int8 primary key,
  sequence int8 not null unique references staff_log,
  log_hash bytea not null,
  at_ms int8 not null,
  previous_hash bytea not null unique,
  hash bytea not null unique,
  public_key bytea not null,
  signature bytea not null
);
comment on table staff_log_head is 'Each head binds every entry up to its sequence, and the head before it. Signed and published.';

create table staff_log_day (
  day date primary key,
  entries int8 not null,
  acts jsonb not null,
  last_sequence int8 not null,
  last_hash bytea not null,
  at_ms int8 not null,
  previous_hash bytea not null unique,
  hash bytea not null unique,
  public_key bytea not null,
  signature bytea not null
);
comment on table staff_log_day is 'The digest of each day that is over, signed. Published, and never changed.';

create table queue_owner (
  queue text not null,
  item_id text not null,
  staff_id int4 not null references staff,
  taken_at timestamptz not null,
  primary key (queue, item_id)
);
create index queue_owner_of_staff on queue_owner (staff_id, queue);

create table queue_approval (
  queue text not null,
  item_id text not null,
  act text not null,
  reason text,
  words text,
  staff_id int4 not null references staff,
  approved_at timestamptz not null,
  primary key (queue, item_id)
);
comment on table queue_approval is 'What the first of two people wants done: it happens when another one wants the same.';

create table staff_act (
  staff_id int4 not null references staff,
  client_id text not null,
  content_hash bytea not null,
  outcome text not null,
  done_at timestamptz not null,
  primary key (staff_id, client_id)
);
comment on table staff_act is 'Acts by the id that the console gave them: asked again they are answered, and not done again.';
create index staff_act_age on staff_act (done_at);

create table chat_thread (
  thread_id text primary key,
  login_id int4 not null references login,
  subject text not null,
  state text not null check (state in ('waiting', 'answered', 'helped', 'closed')),
  last_number int4 not null,
  last_text text not null,
  last_at timestamptz not null,
  read_number int4 not null default 0,
  waiting_since timestamptz,
  asked_person_at timestamptz,
  first_answer_at timestamptz,
  created_at timestamptz not null
);
create index chat_thread_of_login on chat_thread (login_id, last_at desc, thread_id desc);
create index chat_thread_waiting on chat_thread (waiting_since, thread_id) where state = 'waiting';
create index chat_thread_done on chat_thread (last_at desc, thread_id desc) where state <> 'waiting';
create index chat_thread_answered on chat_thread (first_answer_at) where first_answer_at is not null;

create table chat_message (
  thread_id text not null references chat_thread,
  number int4 not null,
  author text not null check (author in ('customer', 'staff', 'helper')),
  staff_id int4 references staff,
  words text not null,
  help text,
  order_fact jsonb,
  call_back jsonb,
  client_id text,
  content_hash bytea,
  created_at timestamptz not null,
  primary key (thread_id, number)
);
comment on column chat_message.help is 'Name of the help article with which the automatic helper answered.';
create unique index chat_message_once on chat_message (thread_id, client_id) where client_id is not null;
