create table notice_quiet (
  login_id int4 not null references login,
  topic text not null check (topic in ('orders', 'alerts', 'corporate', 'service')),
  chosen_at timestamptz not null,
  primary key (login_id, topic)
);
comment on table notice_quiet is 'Topics of messages that a person wants without an unread mark.';
