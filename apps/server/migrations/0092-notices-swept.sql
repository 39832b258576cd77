-- Notices and alerts that came true are deleted by their age. An alert that came true and was removed counts among those of its
-- day, so that the row stays until then.
create index notice_age on notice (created_at);
alter table alert add column removed_at_ms int8;
create index alert_fired_age on alert (fired_at_ms) where fired_at_ms is not null;
comment on table alert is 'What an account wants to be told of. A fired one stays as the record that it was, until it is old.';
comment on column alert.removed_at_ms is 'When a fired one was taken off the list.';
