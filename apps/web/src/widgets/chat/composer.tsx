import { Paperclip, PhoneCall, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CallInput, CallOutput } from '#client/calls.ts';
import { useConnection } from '#client/hooks.ts';
import { newClientId, useCommand } from '#client/query.ts';
import { chatDraftsSlice, storeChatDraft } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { CallBackSheet } from './call-back-sheet.tsx';
import { type AttachedOrder, OrderSheet } from './order-sheet.tsx';
import { PictureButton, PicturePreview, usePictureChoice } from './picture-choice.tsx';

export interface ComposerProps {
  label: string;
  /** The conversation, or `new`. */
  draftOf: string;
  onSent?: (sent: CallOutput<'chatSend'>) => void;
}

type Extra = Pick<CallInput<'chatSend'>, 'phone' | 'callFromMs'>;

const TEXT_LENGTH_MAX = 2_000;

interface Sending {
  readonly draft: string;
  readonly write: (text: string) => void;
  /** Another message is sent next than the one that was tried. */
  readonly change: () => void;
  readonly send: (text: string, extra?: Extra) => void;
  readonly isSending: boolean;
}

/** The draft of a conversation and the way it is sent: once, however often it is tried. */
function useSending(
  { draftOf, onSent }: Omit<ComposerProps, 'label'>,
  { order, picture }: { order: AttachedOrder | undefined; picture: Blob | undefined },
  onDone: () => void,
): Sending {
  const say = useErrorToast();
  const draft = chatDraftsSlice.use()[draftOf] ?? '';
  // Kept over tries that got no answer, so that a message is there once.
  const [clientId, setClientId] = useState(newClientId);
  const command = useCommand('chatSend', {
    touches: ['chatThreads', 'chatMessages'],
    file: picture && { part: 'picture', blob: picture },
    onFailed: say,
    onDone: (sent, { phone }) => {
      if (phone === undefined) storeChatDraft(draftOf, '');
      setClientId(newClientId());
      onDone();
      onSent?.(sent);
    },
  });
  const change = () => {
    if (command.isError) setClientId(newClientId());
  };
  return {
    draft,
    change,
    write: (text) => {
      storeChatDraft(draftOf, text);
      change();
    },
    send: (text, extra = {}) => {
      if (command.isPending) return;
      const to = draftOf === 'new' ? {} : { id: draftOf };
      const attached = order === undefined ? {} : { order: order.id };
      command.mutate({ clientId, ...to, ...attached, ...extra, text });
    },
    isSending: command.isPending,
  };
}

/** Writes a message: what is typed is kept on the device until it was sent. */
export function Composer({ label, ...of }: ComposerProps) {
  const { t } = useTranslation('chat');
  const [order, setOrder] = useState<AttachedOrder>();
  const [sheet, setSheet] = useState<'order' | 'call'>();
  const choice = usePictureChoice(() => change());
  const { draft, write, change, send, isSending } = useSending(
    of,
    { order, picture: choice.picture?.blob },
    () => {
      setOrder(undefined);
      setSheet(undefined);
      choice.remove();
    },
  );
  const words = draft.trim() === '' && choice.picture !== undefined ? t('pictureWords') : draft;
  const isOffline = useConnection().phase !== 'open';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() !== '') send(words);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <TextAreaField
        hideLabel
        label={label}
        placeholder={label}
        rows={3}
        value={draft}
        onValueChange={write}
        maxLength={TEXT_LENGTH_MAX}
        help={isOffline && draft !== '' ? t('draftKept') : undefined}
        name="message"
      />
      {order !== undefined && (
        <div className="flex items-center justify-between rounded-input bg-sunken pl-4 text-small">
          <span>{t('order', { symbol: order.symbol })}</span>
          <IconButton icon={X} label={t('removeOrder')} tone="muted" onClick={() => setOrder(undefined)} />
        </div>
      )}
      <PicturePreview choice={choice} disabled={isSending} />
      <div className="flex items-center gap-1">
        <PictureButton choice={choice} disabled={isSending} />
        <IconButton icon={Paperclip} label={t('attachOrder')} onClick={() => setSheet('order')} />
        <IconButton icon={PhoneCall} label={t('callBack')} onClick={() => setSheet('call')} />
        <div className="grow" />
        <Button type="submit" size="medium" disabled={words.trim() === ''} loading={isSending}>
          {t('send')}
        </Button>
      </div>
      <OrderSheet
        isOpen={sheet === 'order'}
        onClose={() => setSheet(undefined)}
        onChoose={(chosen) => {
          setOrder(chosen);
          setSheet(undefined);
        }}
      />
      <CallBackSheet
        isOpen={sheet === 'call'}
        isSending={isSending}
        onClose={() => setSheet(undefined)}
        onAsk={(asked) => send(t('callWords'), asked)}
      />
    </form>
  );
}
