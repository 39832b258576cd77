-- What everybody may read, and where messages land on an installation that can't send any.

create table article (
  article_id text primary key,
  kind text not null,
  detail jsonb not null,
  instrument_ids text[] not null,
  published_at timestamptz not null
);
comment on table article is 'News written by rules from what the market did: the facts only; sentences are made in the reader''s language.';
create index article_newest on article (published_at desc, article_id desc);
create index article_instruments on article using gin (instrument_ids);

create table platform_notice (
  notice_id text primary key,
  kind text not null unique,
  published_at timestamptz not null
);
comment on table platform_notice is 'Which notices of the platform hold on this installation, and since when.';

create table sandbox_outbox (
  id int8 generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  sent_at timestamptz not null
);
comment on table sandbox_outbox is 'Messages that would have gone out by e-mail or SMS, on an installation without a service for them.';
create index sandbox_outbox_recipient on sandbox_outbox (recipient, id desc);
