-- What was called a lane is called an environment, as brokers do: a live one and one to practise in. Tables and views alike.
do $$
declare
  found record;
begin
  for found in
    select c.table_name from information_schema.columns as c
     where c.table_schema = current_schema() and c.column_name = 'lane'
  loop
    execute format('alter table %I rename column lane to environment', found.table_name);
  end loop;
end $$;

-- Notices keep what they say in fields of their own.
update notice set detail = (detail::jsonb - 'lane' || jsonb_build_object('environment', detail::jsonb -> 'lane'))
 where detail::jsonb ? 'lane';
