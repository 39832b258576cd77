-- Whether the last day of a rights issue has been told of, so that a restart does not tell it twice.

alter table corporate_action add column reminded_at timestamptz;
