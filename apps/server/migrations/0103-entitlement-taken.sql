-- Applications for new shares that losses have made smaller, and who was told of it.

alter table entitlement add column quantity_taken int8 check (quantity_taken > 0);
comment on column entitlement.quantity_taken is 'Shares that are no longer applied for because losses took their money, all together; null where none.';
create table entitlement_notice (
  account_id int8 not null,
  issue_id text not null,
  quantity_taken int8 not null,
  sent_at_ms int8 not null,
  primary key (account_id, issue_id)
);
comment on table entitlement_notice is 'How many shares that losses took out of an application its owner was told of.';
-- What each look at an open issue asks: losses take few applications.
create index entitlement_taken on entitlement (issue_id, account_id) where quantity_taken is not null;
