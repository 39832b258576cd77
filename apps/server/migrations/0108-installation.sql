-- What is stored outside lies below a name of this installation: two that share a bucket never meet there.
create table installation (
  is_only boolean primary key default true check (is_only),
  place text not null check (place ~ '^[0-9a-f]{32}$')
);
insert into installation (place) values (replace(gen_random_uuid()::text, '-', ''));
comment on table installation is 'One row, made with the database.';
comment on column installation.place is 'Folder of a shared bucket below which alone this installation writes, looks and deletes.';
