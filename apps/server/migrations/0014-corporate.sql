-- Which corporate actions have been told and done, so that a restart does neither twice.

create table corporate_action (
  action_id text primary key,
  announced_at timestamptz,
  done_at timestamptz
);
comment on table corporate_action is 'Actions of issuers by the name that the catalogue gives them. Each account is acted on once by the journal''s client id; this says that all have been.';
