-- News, notices and ads that people of staff write: a draft, then as it was published until it ends.
create table content_piece (
  content_id text primary key,
  kind text not null check (kind in ('news', 'notice', 'ad')),
  state text not null check (state in ('draft', 'published', 'ended', 'discarded')),
  version int4 not null,
  texts jsonb not null,
  instrument_ids text[] not null,
  link text,
  art text,
  from_at timestamptz,
  until_at timestamptz,
  staff_id int4 not null references staff,
  client_id text not null,
  content_hash bytea not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  published_at timestamptz,
  over_at timestamptz,
  check ((state in ('published', 'ended')) = (published_at is not null)),
  check ((state in ('ended', 'discarded')) = (over_at is not null)),
  unique (staff_id, client_id)
);
create index content_piece_drafts on content_piece (created_at, content_id) where state = 'draft';
create index content_piece_published on content_piece (kind, published_at desc, content_id desc) where state = 'published';
create index content_piece_done on content_piece (changed_at desc, content_id desc) where state <> 'draft';
create index content_piece_over on content_piece (over_at) where over_at is not null;
comment on table content_piece is 'What staff write for everybody. A draft may change; what was published stays as it is until it ends.';
comment on column content_piece.texts is 'Of each language: title, summary, the HTML as it was written, and the lines that readers get.';
comment on column content_piece.from_at is 'Of a draft: from when it shall be readable; empty where at once.';
comment on column content_piece.published_at is 'Since when, or from when, it is readable.';
comment on column content_piece.changed_at is 'When it was last saved, published, ended or discarded.';
comment on column content_piece.over_at is 'When it ended or was discarded.';
