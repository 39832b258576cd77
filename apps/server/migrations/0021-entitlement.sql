-- What rights issues entitle accounts to, and how much of it they have applied for.

create table entitlement (
  account_id int8 not null,
  issue_id text not null,
  instrument_id text not null,
  quantity int8 not null check (quantity > 0),
  quantity_applied int8 not null check (quantity_applied between 0 and quantity),
  price_issue int8 not null check (price_issue > 0),
  closes_at_ms int8 not null,
  ended_at_ms int8,
  primary key (account_id, issue_id)
);
comment on table entitlement is 'New shares that a holder may apply for until the issue closes; each share applied for holds the issue price. After the end quantity_applied is what was allotted, and the rest has lapsed.';
-- What the list of an issue's holders asks when it closes.
create index entitlement_issue on entitlement (issue_id);

alter table corporate_action add column closed_at timestamptz;
comment on column corporate_action.closed_at is 'When all applications of a rights issue had been allotted and told of; null for other actions.';
