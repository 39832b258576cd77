-- A share that is split makes another share of it: an alert's level is meant in shares of the time at which it was said.
alter table alert add column level_at_ms int8;
update alert set level_at_ms = created_at_ms;
alter table alert alter column level_at_ms set not null;
