-- Messages on their way are taken by push service, so that one that does not answer holds up its own alone.
alter table push_device add column origin text;
update push_device set origin = coalesce(lower(substring(endpoint from '^[A-Za-z]+://[^/?#]+')), endpoint);
alter table push_device alter column origin set not null;
comment on column push_device.origin is 'Origin of the address: the service that carries messages there.';

alter table push_queue add column origin text;
update push_queue q set origin = d.origin from push_device d where d.device_id = q.device_id;
alter table push_queue alter column origin set not null;
comment on column push_queue.origin is 'Origin of the device: messages are taken a few at a time of each.';
create index push_queue_of_origin on push_queue (origin, next_try_at);
