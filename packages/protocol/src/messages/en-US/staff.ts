import type { RefusalMessages } from '#messages/message.ts';

export const staff = {
  STAFF_SIGN_IN_FAILED: {
    msg: 'The name, password or code is incorrect.',
    fix: 'Check all three. Each code works once: wait for the next one.',
  },
  STAFF_LOCKED: {
    msg: 'Too many wrong tries from here.',
    fix: 'Wait 15 minutes, or sign in at a device you used before.',
  },
  STAFF_INVITATION: {
    msg: 'This invitation is not valid.',
    fix: 'Ask for a new one: it works once, for 24 hours.',
  },
  STAFF_PASSWORD: {
    msg: 'The password is too short or too common.',
    fix: 'Use 12 to 128 characters that nobody would guess.',
  },
  STAFF_ROLE: { msg: 'Your role may not do this.', fix: 'Ask somebody with the role {roles}.' },
  STAFF_OWN_ACCOUNT: {
    msg: 'This is your own account or one linked to you.',
    fix: 'Leave it to somebody else.',
  },
  STAFF_SECOND_PERSON: { msg: 'You have approved this already.', fix: 'A second person has to approve it.' },
  STAFF_OWN_DECISION: {
    msg: 'This is about what you did yourself.',
    fix: 'Another person decides about it.',
  },
  STAFF_GLASS_ALONE: {
    msg: 'Two others must be there to be alarmed.',
    fix: 'Ask the operator to invite more people for compliance or risk.',
  },
  STAFF_GLASS_NEEDLESS: { msg: 'Your role opens this already.', fix: 'Open it in the customer view.' },
  RULE_TOO_SOON: {
    msg: 'A change holds 24 hours after it is published, at the earliest.',
    fix: 'Choose a later day and propose it again.',
  },
  RULE_DAY_TAKEN: { msg: 'This rule has a version from that day already.', fix: 'Choose another day.' },
  RULE_UNCHANGED: { msg: 'This changes nothing on that day.', fix: 'Change a value, or choose another day.' },
  RULE_BASE_CHANGED: {
    msg: 'Another version was published meanwhile, so this would change something else.',
    fix: 'Refuse it and propose it again.',
  },
  RULE_PROPOSALS_FULL: {
    msg: 'Too many proposals are waiting.',
    fix: 'Decide about those in the queue of rules first.',
  },
  CONTENT_DRAFTS_FULL: {
    msg: 'There are 50 drafts already.',
    fix: 'Publish or discard some of them first.',
  },
  CONTENT_FULL: {
    msg: 'Too much of this kind is published.',
    fix: 'End some of it first.',
  },
  CONTENT_TIME: {
    msg: 'Its end is over, or comes before its beginning.',
    fix: 'Edit the draft and choose a later end.',
  },
  CORRECTION_LIMIT: {
    msg: 'A correction may be {limit} at most.',
    fix: 'Enter less. The limit is a published rule.',
  },
  CORRECTION_TICKET: {
    msg: 'This customer has no such conversation.',
    fix: 'Copy its id from the customer’s conversation.',
  },
  CORRECTION_PROPOSER: {
    msg: 'Whoever proposed this may not propose corrections any more.',
    fix: 'Refuse it. Another person may propose it again.',
  },
  CORRECTION_DOUBLE: {
    msg: 'The same amount of this customer is waiting already.',
    fix: 'Decide about that one in the queue of corrections first.',
  },
  CORRECTION_REFERENCE: {
    msg: 'Money of this reference was corrected before, or waits to be.',
    fix: 'Search the queue of corrections for the customer.',
  },
  CORRECTION_DAY: {
    msg: 'Corrections of the last 24 hours have reached the published limit.',
    fix: 'Agree later. The rulebook has the limit of a day.',
  },
  CORRECTIONS_FULL: {
    msg: 'Too many corrections are waiting.',
    fix: 'Decide about those in their queue first.',
  },
  QUEUE_ITEM_DONE: { msg: 'This was decided meanwhile.', fix: 'Open it again to see by whom.' },
  QUEUE_ITEM_CHANGED: { msg: 'This has changed since you opened it.', fix: 'Look at it again, then decide.' },
  STAFF_PROOF_WRONG: {
    msg: 'The password or the code is wrong.',
    fix: 'Enter the password again, and the next code.',
  },
} satisfies Partial<RefusalMessages>;
