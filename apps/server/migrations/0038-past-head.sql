-- How far a closed log went is asked by a key.
create index log_head_past_sequence on log_head_past (sequence);
