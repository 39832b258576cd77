import { messageIdOfPicture } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';

/** Acts of the staff log that have a name here; any other is shown as the log writes it. */
const ACTS = {
  invited: 'act_invited',
  closed: 'act_closed',
  setUp: 'act_setUp',
  signIn: 'act_signIn',
  passkeyAdded: 'act_passkeyAdded',
  passkeyRemoved: 'act_passkeyRemoved',
  'chat.opened': 'act_chat_opened',
  'chat.answer': 'act_chat_answer',
  'chat.close': 'act_chat_close',
  'chat.taken': 'act_chat_taken',
  'chat.picture': 'act_chat_picture',
  'chat.returned': 'act_chat_returned',
  'identity.opened': 'act_identity_opened',
  'identity.picture': 'act_identity_picture',
  'identity.revealed': 'act_identity_revealed',
  'identity.pass': 'act_identity_pass',
  'identity.refuse': 'act_identity_refuse',
  'identity.taken': 'act_identity_taken',
  'identity.returned': 'act_identity_returned',
  'customer.searched': 'act_customer_searched',
  'customer.opened': 'act_customer_opened',
  'customer.openedInEmergency': 'act_customer_openedInEmergency',
  'customer.revealed': 'act_customer_revealed',
  'alarm.raised': 'act_alarm_raised',
  'alarm.opened': 'act_alarm_opened',
  'alarm.judge': 'act_alarm_judge',
  'alarm.taken': 'act_alarm_taken',
  'alarm.returned': 'act_alarm_returned',
  'freeze.placed': 'act_freeze_placed',
  'freeze.opened': 'act_freeze_opened',
  'freeze.lift': 'act_freeze_lift',
  'freeze.taken': 'act_freeze_taken',
  'freeze.returned': 'act_freeze_returned',
  'score.opened': 'act_score_opened',
  'score.reject': 'act_score_reject',
  'score.accept': 'act_score_accept',
  'score.taken': 'act_score_taken',
  'score.returned': 'act_score_returned',
  'corrections.proposed': 'act_corrections_proposed',
  'corrections.opened': 'act_corrections_opened',
  'corrections.post': 'act_corrections_post',
  'corrections.refuse': 'act_corrections_refuse',
  'corrections.withdraw': 'act_corrections_withdraw',
  'corrections.taken': 'act_corrections_taken',
  'corrections.returned': 'act_corrections_returned',
  exported: 'act_exported',
  signedOut: 'act_signedOut',
} as const;

/** Pictures and facts that were looked at. */
const LOOKED_AT = {
  front: 'what_front',
  reverse: 'what_reverse',
  selfie: 'what_selfie',
  fullName: 'what_fullName',
  birthDate: 'what_birthDate',
  place: 'what_place',
  documentNumber: 'what_documentNumber',
  taxNumber: 'what_taxNumber',
  phone: 'what_phone',
  email: 'what_email',
  number: 'what_number',
  profile: 'what_profile',
  identity: 'what_identity',
  money: 'what_money',
  orders: 'what_orders',
  movements: 'what_movements',
  sessions: 'what_sessions',
  messages: 'what_messages',
  limits: 'what_limits',
} as const;

const isLookedAt = (what: string): what is keyof typeof LOOKED_AT => Object.hasOwn(LOOKED_AT, what);
const isNamed = (act: string): act is keyof typeof ACTS => Object.hasOwn(ACTS, act);

export function useActText(): (act: string, what?: string) => string {
  const { t } = useTranslation('chat');
  return (act, what) => {
    const done = isNamed(act) ? t(ACTS[act]) : act;
    if (what === undefined) return done;
    const message = messageIdOfPicture(what);
    if (message !== undefined) return `${done}: ${t('what_message', { number: message })}`;
    return `${done}: ${isLookedAt(what) ? t(LOOKED_AT[what]) : what}`;
  };
}
