-- Mails and SMS on their way: what the next hop did not take is tried again until its time is over.

create table message_queue (
  message_id int8 generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  sealed bytea not null,
  try_count int4 not null default 0,
  next_try_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table message_queue is 'A row lives until its message is handed over, refused or too late.';
comment on column message_queue.sealed is 'Recipient and text under the key of the installation: they hold codes.';
create index message_queue_due on message_queue (next_try_at);
