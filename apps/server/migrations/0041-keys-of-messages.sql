-- What is asked of tables that grow finds its rows by a key: messages that are too late or were tried, and where a login signed in.
create index message_queue_expiry on message_queue (expires_at);
create index message_queue_tried on message_queue (message_id) where try_count > 0;
create index session_since on session (login_id, created_at);
