-- Pictures that came with messages to customer service.
create table chat_picture_key (
  one_row boolean primary key default true check (one_row),
  sealed bytea not null
);
comment on table chat_picture_key is 'The key of pictures of conversations, under the key of the installation.';

alter table chat_message add column picture jsonb;
comment on column chat_message.picture is 'Size of the picture that came with it, which is said also when the picture itself is not kept any more.';

create table chat_picture (
  picture_id text primary key,
  thread_id text not null,
  number int4 not null,
  login_id int4 not null references login,
  byte_count int4 not null,
  created_at timestamptz not null,
  foreign key (thread_id, number) references chat_message
);
comment on table chat_picture is 'Pictures that are kept; each lies sealed in a file of its own.';
comment on column chat_picture.byte_count is 'Bytes as it was sent: a day has a limit of them.';
create unique index chat_picture_of_message on chat_picture (thread_id, number);
create index chat_picture_of_login on chat_picture (login_id, created_at);
create index chat_picture_age on chat_picture (created_at);
