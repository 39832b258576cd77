import { Mail, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { outboxKeySlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { Tile } from '#ui/layout/tile.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { CallState } from '#widgets/session/call-state.tsx';

type Message = CallOutput<'sandboxOutbox'>['list'][number];

const READ_AGAIN_MS = 3000;

/** Messages that this install would have sent by e-mail or SMS, had it a service for that. */
export default function OutboxPage() {
  const { t } = useTranslation('content');
  const [key] = useState(keptKey);
  const outbox = useCall(
    'sandboxOutbox',
    { limit: '50', ...(key !== '' && { key }) },
    { freshMs: 0, everyMs: READ_AGAIN_MS },
  );
  return (
    <Page header={<BackBar title={t('outbox')} />}>
      <p className="mt-2 mb-4 text-body text-muted">{t('outboxText')}</p>
      <CallState query={outbox} data={outbox.data} skeleton={<SkeletonTile height={120} />}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState icon={Mail} title={t('outboxEmpty')} detail={t('outboxEmptyHelp')} />
          ) : (
            <ul className="flex flex-col gap-3">
              {list.map((message) => (
                <li key={message.id}>
                  <MessageTile message={message} />
                </li>
              ))}
            </ul>
          )
        }
      </CallState>
    </Page>
  );
}

/** The key of the link that the server printed; kept, because the app's own links to this page have none. */
function keptKey(): string {
  const given = new URLSearchParams(window.location.hash.slice(1)).get('key');
  if (given !== null) outboxKeySlice.set(given);
  return outboxKeySlice.get();
}

function MessageTile({ message }: { message: Message }) {
  const { t } = useTranslation('content');
  return (
    <Tile>
      <article>
        <header className="flex items-center gap-2 text-small text-muted">
          <Icon
            icon={message.channel === 'email' ? Mail : MessageSquare}
            size={16}
            label={message.channel === 'email' ? t('channelEmail') : t('channelSms')}
          />
          <span className="min-w-0 grow truncate">{message.to}</span>
          <TimeText atMs={message.atMs} show="exact" />
        </header>
        {message.subject !== '' && <h2 className="mt-2 text-body font-semibold">{message.subject}</h2>}
        <p className="mt-1 text-body break-words whitespace-pre-line select-all">{message.text}</p>
      </article>
    </Tile>
  );
}
