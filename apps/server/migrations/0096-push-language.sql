-- A device shows messages in the language of the app there.
alter table push_device add column language text not null default 'en-US' check (language in ('en-US', 'bn-BN'));
alter table push_device alter column language drop default;
