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
  'chat.returned': 'act_chat_returned',
} as const;

const isNamed = (act: string): act is keyof typeof ACTS => Object.hasOwn(ACTS, act);

export function useActText(): (act: string) => string {
  const { t } = useTranslation('chat');
  return (act) => (isNamed(act) ? t(ACTS[act]) : act);
}
