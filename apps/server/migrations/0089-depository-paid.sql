-- Sales of a share pay the day's depository charge together: a part of it is remembered too.
alter table position add column depository_paid int8 check (depository_paid > 0);
comment on column position.depository_paid is 'What the sales of `depository_charged_day` have paid of its depository charge; null in older rows, where it was paid whole.';
