-- A line of the journal that is not as it was written is still a row: one with a number that is none, or a leaf that is no hash, has an
-- empty leaf, which fits no command. The checks then name the command, where a cast would end the whole statement without a name.
create or replace view journal as
select case when field[1] ~ '^[0-9]{1,18}$' then field[1]::int8 end as sequence,
       case when field[2] ~ '^[0-9]{1,18}$' then field[2]::int8 end as at_ms,
       case when field[3] ~ '^[0-9]{1,18}$' then field[3]::int8 end as account_id,
       field[4] as client_id, field[5] as content_hash, field[7] as command, field[8] as house_depth, field[9] as outcome,
       case when field[6] ~ '^[0-9a-f]{64}$' and coalesce(field[3], '0') ~ '^[0-9]{1,18}$' then decode(field[6], 'hex') else ''::bytea end as leaf,
       batch.last_sequence as batch_last_sequence
  from journal_batch as batch,
       lateral string_to_table(batch.entries, E'\n') as line,
       lateral string_to_array(line, E'\t', '') as field;
