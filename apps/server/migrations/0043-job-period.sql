-- Work that a calendar brings, such as fee tiers at the beginning of each day: done once in each period, also over restarts.
create table job_period (
  name text primary key,
  period int8 not null,
  done_at_ms int8 not null
);
comment on table job_period is 'The last period of its calendar in which a job was done.';
comment on column job_period.period is 'Days or hours since 1970 by the calendar of the job.';
