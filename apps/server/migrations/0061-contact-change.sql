alter table one_time_code drop constraint one_time_code_purpose_check;
alter table one_time_code add constraint one_time_code_purpose_check
  check (purpose in ('register', 'resetPassword', 'tradePassword', 'changeContact'));

alter table login add column mail_word bytea;
comment on column login.mail_word is
  'Word of the person''s own that stands in each mail to them, under a key that is not in the database.';
