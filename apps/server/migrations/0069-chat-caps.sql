create index chat_message_sent on chat_message (thread_id, created_at) where author = 'customer';
create index chat_thread_idle on chat_thread (last_at) where state in ('helped', 'answered');

-- Of each reason the hold that ends last is the one that counts.
delete from withdrawal_hold h using withdrawal_hold other
  where other.login_id = h.login_id and other.reason = h.reason
    and (other.until_at, other.hold_id) > (h.until_at, h.hold_id);
create unique index withdrawal_hold_of_reason on withdrawal_hold (login_id, reason);
create index withdrawal_hold_age on withdrawal_hold (until_at);
