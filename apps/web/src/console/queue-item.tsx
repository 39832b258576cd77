import { useMutation } from '@tanstack/react-query';
import { contentWorkers, messagePictureName } from '@tarazu/protocol';
import { useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { RuleChanges } from '#widgets/rulebook/rule-changes.tsx';
import { ActForm } from './acts/act-form.tsx';
import { CallBox } from './call-box.tsx';
import type { ConsoleOutput } from './calls.ts';
import { consoleCall, refresh, useConsole } from './client.ts';
import { TextPreviews } from './content/text-previews.tsx';
import { useSayError } from './error-text.ts';
import { ItemFacts } from './item-facts.tsx';
import { ItemPictures } from './item-pictures.tsx';
import { linkTo } from './path.ts';
import { textsOfQueue, useLogWords, useQueueWords } from './queue-texts.ts';
import { hasRole } from './staff-role.ts';

type Item = ConsoleOutput<'consoleOpen'>;

interface QueueItemProps {
  queue: string;
  id: string;
  staff: ConsoleOutput<'consoleHome'>['staff'];
}

/** One thing of a queue: what it says, what may be done, and what was. */
export function QueueItem({ queue, id, staff }: QueueItemProps) {
  const { t } = useTranslation('console');
  const item = useConsole('consoleOpen', { queue, id });
  return (
    <CallBox query={item} data={item.data}>
      {(data) => (
        <article className="flex flex-col gap-6">
          <Head queue={queue} row={data.row} staff={staff} />
          <Approval queue={queue} approval={data.approval} />
          <ItemFacts queue={queue} id={id} item={data} staff={staff} />
          {data.pictures.length > 0 && <ItemPictures queue={queue} id={id} pictures={data.pictures} />}
          {data.changes !== undefined && (
            <section className="max-w-3xl">
              <h3 className="text-heading">{t('ruleChanges')}</h3>
              <RuleChanges changes={data.changes} />
            </section>
          )}
          {data.previews !== undefined && <TextPreviews previews={data.previews} />}
          {data.row.state === 'draft' && hasRole(staff.roles, contentWorkers) && <EditLink id={id} />}
          {data.messages.length > 0 && (
            <Messages queue={queue} messages={data.messages} pictures={data.pictures} />
          )}
          <Acts
            queue={queue}
            id={id}
            acts={data.acts}
            seen={data.seen}
            isForSeen={data.previews !== undefined || queue === 'corrections'}
          />
          <History history={data.history} />
        </article>
      )}
    </CallBox>
  );
}

function EditLink({ id }: { id: string }) {
  const { t } = useTranslation('console/content');
  return (
    <p>
      <a
        {...linkTo({ page: 'content', id })}
        className="inline-flex min-h-11 items-center text-brand underline"
      >
        {t('editDraft')}
      </a>
    </p>
  );
}

function Head({ queue, row, staff }: { queue: string; row: Item['row'] } & Pick<QueueItemProps, 'staff'>) {
  const { t } = useTranslation('console');
  const say = useSayError();
  const isMine = row.owner?.id === staff.id;
  const take = useMutation<unknown, CallError>({
    mutationFn: () => consoleCall('consoleTake', { queue, id: row.id, owner: isMine ? 'nobody' : 'me' }),
    onSuccess: refresh,
    onError: say,
  });
  const words = useQueueWords()(queue);
  return (
    <header className="flex flex-wrap items-start gap-3">
      <div className="min-w-0 grow">
        <h2 className="text-title">{words.rowTitle(row.title)}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-small text-muted">
          {row.userId !== undefined && (
            <a
              {...linkTo({ page: 'customers', userId: row.userId })}
              className="inline-flex min-h-11 items-center text-brand underline"
            >
              {t('customer', { userId: row.userId })}
            </a>
          )}
          <TimeText zone atMs={row.atMs} />
          <Badge>{words.state(row.state)}</Badge>
          <span>{row.owner === undefined ? t('nobodyOwns') : t('owner', { name: row.owner.name })}</span>
        </p>
      </div>
      {!staff.roles.includes('auditor') && (
        <Button size="medium" tone="secondary" loading={take.isPending} onClick={() => take.mutate()}>
          {t(isMine ? 'giveBack' : 'take')}
        </Button>
      )}
    </header>
  );
}

function Approval({ queue, approval }: { queue: string; approval: Item['approval'] }) {
  const { t } = useTranslation('console');
  const words = useQueueWords()(queue);
  if (approval === undefined) return null;
  const { act, by, reason, text } = approval;
  return (
    <Notice tone="warn" title={t('approvedBy', { name: by.name, act: words.act(act) })}>
      {reason !== undefined && words.reasons(reason)} {text}
    </Notice>
  );
}

function Messages({ queue, messages, pictures }: { queue: string } & Pick<Item, 'messages' | 'pictures'>) {
  const { t } = useTranslation('console');
  const words = useQueueWords()(queue);
  const pictureOf = (id: string) => pictures.find(({ name }) => name === messagePictureName(id))?.name;
  const nameOf = ({ author, name }: Item['messages'][number]): string => {
    if (author === 'customer') return t('fromCustomer');
    return author === 'helper' ? t('fromHelper') : t('fromStaff', { name: name ?? '' });
  };
  return (
    <section>
      <h3 className="text-heading">{t('messages')}</h3>
      <ol className="mt-2 flex flex-col gap-3">
        {messages.map((message) => {
          const picture = pictureOf(message.id);
          return (
            <li
              key={message.id}
              className={`max-w-2xl rounded-tile p-3 ${message.author === 'customer' ? 'bg-sunken' : 'ml-8 self-end bg-brand-soft'}`}
            >
              <p className="flex flex-wrap gap-x-3 text-small text-muted">
                <span className="font-semibold">{nameOf(message)}</span>
                <TimeText atMs={message.atMs} />
              </p>
              <p className="mt-1 text-body break-words whitespace-pre-line">{message.text}</p>
              {picture !== undefined && (
                <p className="mt-1 text-small text-muted">{words.picture(picture)}</p>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The reply first, which most things end with; then the decisions. */
function Acts({
  queue,
  id,
  acts,
  seen,
  isForSeen,
}: { queue: string; id: string; isForSeen: boolean } & Pick<Item, 'acts' | 'seen'>) {
  const { t } = useTranslation('console');
  const [chosen, setChosen] = useState('');
  const answer = acts.find(({ act }) => act === textsOfQueue(queue)?.answer);
  const others = acts.filter((one) => one !== answer);
  return (
    <>
      {answer !== undefined && <ActForm queue={queue} id={id} act={answer} seen={seen} isAnswer />}
      {others.length > 0 && (
        <section>
          <h3 className="text-heading">{t('acts')}</h3>
          <div className="mt-2 flex flex-col items-start gap-4">
            {others.map((act) => (
              <ActForm
                key={act.act}
                queue={queue}
                id={id}
                act={act}
                seen={seen}
                isForSeen={isForSeen}
                isOpen={chosen === act.act}
                onOpenChange={(isOpen) => setChosen(isOpen ? act.act : '')}
              />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function History({ history }: { history: Item['history'] }) {
  const { t } = useTranslation('console');
  const words = useLogWords();
  return (
    <section>
      <h3 className="text-heading">{t('history')}</h3>
      <ul className="mt-2 flex flex-col gap-1 text-small text-muted">
        {history.map(({ act, by, atMs, what, reason }) => (
          <li key={`${act} ${by} ${atMs} ${what}`}>
            <TimeText atMs={atMs} /> · {by} · {words.act(act)}
            {what !== undefined && ` · ${words.what(act, what)}`}
            {reason !== undefined && ` · ${words.reason(act, reason)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
