-- Orders that ended when their owner was not looking and did not end them: each is told once.

create table order_notice (
  account_id int8 not null,
  order_id int8 not null,
  sent_at_ms int8 not null,
  primary key (account_id, order_id)
);
comment on table order_notice is 'Which ended orders their owner was told of.';

-- What the clock asks once a second: few orders end so, and only they pay for it.
create index orders_lost on orders (ended_at_ms)
  where not live and (state = 'rejected'
     or (ended_at_ms > placed_at_ms
         and (cancel_cause in ('halt', 'bandChange', 'noLiquidity', 'selfTrade', 'immediateOrCancel', 'auctionEnd')
              or (cancel_cause = 'sessionEnd' and terms like '%"firedAtMs":%'))));
