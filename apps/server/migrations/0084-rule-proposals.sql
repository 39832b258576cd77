create table rule_proposal (
  proposal_id text primary key,
  family text not null,
  version text not null,
  effective_from date not null,
  base_version text,
  document jsonb not null,
  source jsonb not null,
  staff_id int4 not null references staff,
  client_id text not null,
  content_hash bytea not null,
  proposed_at timestamptz not null,
  state text not null check (state in ('waiting', 'published', 'refused', 'withdrawn', 'lapsed')),
  reason text,
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_at is null)),
  unique (staff_id, client_id)
);
create index rule_proposal_waiting on rule_proposal (proposed_at, proposal_id) where state = 'waiting';
create index rule_proposal_decided on rule_proposal (decided_at desc, proposal_id desc) where state <> 'waiting';
comment on table rule_proposal is
  'Changes of rules that one person of staff proposed: another one publishes or refuses them.';
comment on column rule_proposal.base_version is 'What holds on that day without the change, as its proposer saw it.';
