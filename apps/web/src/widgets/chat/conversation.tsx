import { useEffect } from 'react';
import { useCallPages, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { Composer } from './composer.tsx';
import { MessagePicture } from './message-picture.tsx';
import { ScamNotice } from './scam-notice.tsx';
import { type Message, STATE_TEXTS, type Thread } from './state-texts.ts';

/** One conversation: its messages, oldest first, and the field to write the next. */
export function Conversation({ id }: { id: string }) {
  const { t } = useTranslation('chat');
  const { items, first, query } = useCallPages('chatMessages', { id, limit: '30' });
  return (
    <Page header={<BackBar title={t('service')} />}>
      <ScamNotice />
      <CallState query={query} data={first} skeleton={<SkeletonRows />}>
        {({ thread }) => (
          <div className="flex flex-col gap-4 pt-4">
            <Head thread={thread} />
            {query.hasNextPage && (
              <Button
                size="medium"
                tone="secondary"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('older')}
              </Button>
            )}
            <Messages id={id} messages={items} />
            <Ends thread={thread} />
            <Composer label={t('message')} draftOf={id} />
          </div>
        )}
      </CallState>
    </Page>
  );
}

function Head({ thread }: { thread: Thread }) {
  const { t } = useTranslation('chat');
  const { mutate } = useCommand('chatRead', { touches: ['chatThreads'] });
  const { id, unread } = thread;
  useEffect(() => {
    if (unread > 0) mutate({ id });
  }, [id, unread, mutate]);
  return (
    <div className="flex flex-col gap-1">
      <h2 className="text-heading break-words">{thread.subject}</h2>
      <p className="flex flex-wrap items-center gap-2 text-small text-muted">
        <Badge tone={thread.state === 'waiting' ? 'warn' : 'neutral'}>{t(STATE_TEXTS[thread.state])}</Badge>
        {thread.waitingSinceMs !== undefined && (
          <span>
            {t('waitingSince')} <TimeText zone atMs={thread.waitingSinceMs} />
          </span>
        )}
      </p>
    </div>
  );
}

/** The server gives the newest first; people read from the oldest. */
function Messages({ id, messages }: { id: string; messages: readonly Message[] }) {
  return (
    <ol aria-live="polite" className="flex flex-col gap-3">
      {messages.toReversed().map((message) => (
        <MessageBox key={message.id} thread={id} message={message} />
      ))}
    </ol>
  );
}

function MessageBox({ thread, message }: { thread: string; message: Message }) {
  const { t } = useTranslation('chat');
  const { id, author, name = '', text, atMs, order, callBack, picture } = message;
  const isOwn = author === 'customer';
  const who = isOwn ? t('you') : author === 'helper' ? t('helper') : t('staff', { name });
  return (
    <li
      className={`max-w-[85%] rounded-tile p-3 ${isOwn ? 'self-end bg-brand-soft' : 'self-start bg-sunken'}`}
    >
      <p className="flex flex-wrap gap-x-2 text-small text-muted">
        <span className="font-semibold">{who}</span>
        <TimeText atMs={atMs} />
      </p>
      <p className="mt-1 text-body break-words whitespace-pre-line">{text}</p>
      {picture !== undefined && <MessagePicture id={thread} message={id} />}
      {order !== undefined && (
        <p className="mt-1 text-small">
          {t('order', { symbol: order.symbol })} · {t(`side_${order.side}`)}
        </p>
      )}
      {callBack !== undefined && (
        <p className="mt-1 text-small">
          {t('callBackAt', { phone: callBack.phone })}, {t('callBackFrom')}{' '}
          <TimeText atMs={callBack.fromMs} />
        </p>
      )}
    </li>
  );
}

/** The ways out of a conversation: to a person, or to its end. */
function Ends({ thread }: { thread: Thread }) {
  const { t } = useTranslation('chat');
  const say = useErrorToast();
  const touches = ['chatThreads', 'chatMessages'] as const;
  const ask = useCommand('chatAskPerson', { touches, onFailed: say });
  const close = useCommand('chatClose', { touches, onFailed: say });
  const { id, state } = thread;
  if (state === 'closed') return <p className="text-small text-muted">{t('closed')}</p>;
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'helped' && (
        <Button size="medium" tone="secondary" loading={ask.isPending} onClick={() => ask.mutate({ id })}>
          {t('askPerson')}
        </Button>
      )}
      <Button size="medium" tone="quiet" loading={close.isPending} onClick={() => close.mutate({ id })}>
        {t('close')}
      </Button>
    </div>
  );
}
