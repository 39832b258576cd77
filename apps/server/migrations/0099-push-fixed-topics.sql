-- Topics that protect money, identity and account are pushed to devices always.
delete from push_quiet where topic not in ('orders', 'alerts', 'corporate', 'service');
alter table push_quiet add check (topic in ('orders', 'alerts', 'corporate', 'service'));
