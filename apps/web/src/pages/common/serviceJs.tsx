import { OutsideChat } from '#widgets/chat/outside-chat.tsx';

/** The outside chat, where the operator has one; else our own. */
export default function ServiceJsPage() {
  return <OutsideChat path="/pages/common/service" />;
}
