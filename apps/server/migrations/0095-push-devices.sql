-- Messages that are pushed to a device: who asked for it there, what they do not want, and what is on its way.
create table push_device (
  device_id text primary key,
  login_id int4 not null references login,
  session_id text not null references session on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  shows_text boolean not null,
  added_at timestamptz not null
);
comment on table push_device is 'Browsers that messages of a login are pushed to, each as long as the session that asked for it.';
create index push_device_of_login on push_device (login_id, added_at);
create index push_device_of_session on push_device (session_id);

create table push_quiet (
  login_id int4 not null references login,
  topic text not null,
  chosen_at timestamptz not null,
  primary key (login_id, topic)
);
comment on table push_quiet is 'Topics of messages that a person wants on no device.';

create table push_queue (
  notice_id text not null references notice on delete cascade,
  device_id text not null references push_device on delete cascade,
  try_count int2 not null default 0,
  next_try_at timestamptz not null,
  primary key (notice_id, device_id)
);
comment on table push_queue is 'Messages on their way to devices.';
create index push_queue_of_device on push_queue (device_id);
create index push_queue_due on push_queue (next_try_at);
