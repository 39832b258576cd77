import { COUNT, INSTANT, MILLISECONDS, type Vocabulary } from '#words/words.ts';

const HASH = '5f70bf18a086007016e948b04aed3b82f8a1c4d6f13a9c26a3d5bb6b7c1d2e3f';

/** Conversations with customer service, and the log of staff. */
export const SERVICE: Vocabulary = {
  act: ['Name of what was done.', 'chat.answer'],
  acts: ['How often each act was done on the day.'],
  answerTimes: ['How long people of customer service took lately.'],
  author: ['Who wrote it: the customer, staff, or the automatic helper.', 'staff'],
  callBack: ['A wish to be called.'],
  callFromMs: [
    'From when on to be called, at most 7 days ahead; at once where it is absent.',
    '1795334400000',
    INSTANT,
  ],
  'ChatMessage.callBack.fromMs': ['From when on to be called.', 1_795_334_400_000, INSTANT],
  'ChatMessage.name': ['Number of the person of staff.', '381204'],
  'ChatMessage.order': ['The order that was attached, as it stood then.'],
  'ChatMessage.text': ['The message.', 'Which share is it about?'],
  'ChatSendInput.id': ['Id of the conversation; absent for a new one.', '0d8rjk2m5s7v9xz1b3c4e6f8ga'],
  'ChatSendInput.order': ['Id of an own order to attach.', '42'],
  'ChatSendInput.text': ['The message, at most 2,000 characters.', 'How do I reset my demo account?'],
  'ChatThread.state': [
    'Whether a person is waited for, a person or the automatic helper has answered, or it is closed.',
    'waiting',
  ],
  'ChatThread.subject': ['The beginning of its first message.', 'How do I reset my demo account?'],
  'ChatThreadsData.unread': ['Messages that were not read, in all conversations.', 2, COUNT],
  count: ['How often.', 3, COUNT],
  entries: ['Entries of the staff log on the day.', 41, COUNT],
  helper: ['Whether the automatic helper answers first.', true],
  lastAtMs: ['When its last message was written.', 1_795_334_400_000, INSTANT],
  lastHash: ['Hash of the last entry of the day, in hex: it binds all before it.', HASH],
  lastSequence: ['Number of the last entry of the day.', 1042, COUNT],
  lastText: ['The beginning of its last message.', 'Which share is it about?'],
  logHash: ['Hash of the entry up to which the log is signed, in hex.', HASH],
  measured: ['Conversations that were measured.', 37, COUNT],
  medianMs: ['Half were answered sooner; absent below five.', 240_000, MILLISECONDS],
  ninetiethMs: ['Nine of ten were answered sooner; absent below five.', 1_800_000, MILLISECONDS],
  phone: ['Number to call, with `+` and area code.', '+919812345678'],
  staff: ['Number of the person of staff.', '381204'],
  'StaffActsData.list.hash': ['Hash of the entry, in hex.', HASH],
  'StaffActsData.list.sequence': ['Number of the entry in the staff log.', 1042, COUNT],
  'StaffDaysData.list.hash': ['Hash of the digest, in hex.', HASH],
  'StaffDaysData.head.sequence': ['Number of the entry up to which the log is signed.', 1042, COUNT],
  thread: ['The conversation as it is now.'],
  waitingSinceMs: ['Since when a person is waited for.', 1_795_334_400_000, INSTANT],
};
