-- The signed Merkle log over the journal: its heads, and the nodes from which proofs are made. Made after the commits it covers.
-- The writer knows nothing of these tables.

create table log_head (
  number int8 primary key,
  sequence int8 not null unique,
  root bytea not null,
  at_ms int8 not null,
  previous_hash bytea not null unique,
  hash bytea not null unique,
  public_key bytea not null,
  signature bytea not null
);
comment on table log_head is
  'Each head binds every command up to its sequence, and the head before it. Published, signed, and never changed: what customers have kept must still fit.';

create table log_node (
  level int4 not null,
  index int8 not null,
  hash bytea not null,
  primary key (level, index)
);
comment on table log_node is
  'Complete nodes of the log from level 8 (256 commands) up. Those below are made again from the journal''s leaves when a proof asks for them.';
