-- Unread messages of a person, summed up by mail once a day where the person wants it.
create table mail_digest (
  login_id int4 primary key references login,
  schedule text not null check (schedule in ('morning', 'evening')),
  chosen_at timestamptz not null,
  next_at timestamptz not null,
  covered_until timestamptz not null
);
comment on table mail_digest is 'Logins that want their unread messages by mail, once a day.';
comment on column mail_digest.covered_until is 'Messages written until then were in a digest, or are older than the wish for one.';
create index mail_digest_due on mail_digest (next_at);
