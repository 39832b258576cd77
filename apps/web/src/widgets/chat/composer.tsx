import { Paperclip, PhoneCall, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
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
import { PictureButton, PicturePreview } from './picture-choice.tsx';
import { usePictureChoice } from './use-picture-choice.ts';

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
  readonly send: (text: string) => void;
  /** A wish of its own: neither the order nor the picture of the draft goes with it. */
  readonly askCall: (text: string, extra: Extra) => void;
  readonly isSending: boolean;
}

/**
 * Ids of what is sent: a try after one that got no answer keeps its id, and any other content has its own.
 */
function useTryIds() {
  const tried = useRef<{ content: string; file: Blob | undefined; id: string }>(undefined);
  return {
    idOf: (input: object, file?: Blob): string => {
      const content = JSON.stringify(input);
      if (tried.current?.content !== content || tried.current.file !== file)
        tried.current = { content, file, id: newClientId() };
      return tried.current.id;
    },
    forget: () => {
      tried.current = undefined;
    },
  };
}

/** The draft of a conversation and the way it is sent: once, however often it is tried. */
function useSending(
  { draftOf, onSent }: Omit<ComposerProps, 'label'>,
  { order, picture }: { order: AttachedOrder | undefined; picture: Blob | undefined },
  on: { readonly sent: () => void; readonly asked: () => void },
): Sending {
  const say = useErrorToast();
  const draft = chatDraftsSlice.use()[draftOf] ?? '';
  const ids = useTryIds();
  const callIds = useTryIds();
  const message = useCommand('chatSend', {
    touches: ['chatThreads', 'chatMessages'],
    file: picture && { part: 'picture', blob: picture },
    onFailed: say,
    onDone: (sent) => {
      storeChatDraft(draftOf, '');
      ids.forget();
      on.sent();
      onSent?.(sent);
    },
  });
  const wish = useCommand('chatSend', {
    touches: ['chatThreads', 'chatMessages'],
    onFailed: say,
    onDone: (sent) => {
      callIds.forget();
      on.asked();
      onSent?.(sent);
    },
  });
  const to = draftOf === 'new' ? {} : { id: draftOf };
  const isSending = message.isPending || wish.isPending;
  return {
    draft,
    write: (text) => storeChatDraft(draftOf, text),
    send: (text) => {
      if (isSending) return;
      const input = { ...to, ...(order !== undefined && { order: order.id }), text };
      message.mutate({ clientId: ids.idOf(input, picture), ...input });
    },
    askCall: (text, extra) => {
      if (isSending) return;
      const input = { ...to, ...extra, text };
      wish.mutate({ clientId: callIds.idOf(input), ...input });
    },
    isSending,
  };
}

/** Writes a message: what is typed is kept on the device until it was sent. */
export function Composer({ label, ...of }: ComposerProps) {
  const { t } = useTranslation('chat');
  const [order, setOrder] = useState<AttachedOrder>();
  const [sheet, setSheet] = useState<'order' | 'call'>();
  const choice = usePictureChoice();
  const { draft, write, send, askCall, isSending } = useSending(
    of,
    { order, picture: choice.picture?.blob },
    {
      sent: () => {
        setOrder(undefined);
        choice.remove();
      },
      asked: () => setSheet(undefined),
    },
  );
  const words = draft.trim() === '' && choice.picture !== undefined ? t('pictureWords') : draft;
  const isOffline = useConnection().phase !== 'open';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() !== '' && !choice.isWorking) send(words);
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
      {order !== undefined && <OrderChip order={order} onRemove={() => setOrder(undefined)} />}
      <PicturePreview choice={choice} disabled={isSending} />
      <div className="flex items-center gap-1">
        <PictureButton choice={choice} disabled={isSending} />
        <IconButton icon={Paperclip} label={t('attachOrder')} onClick={() => setSheet('order')} />
        <IconButton icon={PhoneCall} label={t('callBack')} onClick={() => setSheet('call')} />
        <div className="grow" />
        <Button
          type="submit"
          size="medium"
          disabled={words.trim() === '' || choice.isWorking}
          loading={isSending}
        >
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
        onAsk={(asked) => askCall(t('callWords'), asked)}
      />
    </form>
  );
}

function OrderChip({ order, onRemove }: { order: AttachedOrder; onRemove: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <div className="flex items-center justify-between rounded-input bg-sunken pl-4 text-small">
      <span>{t('order', { symbol: order.symbol })}</span>
      <IconButton icon={X} label={t('removeOrder')} tone="muted" onClick={onRemove} />
    </div>
  );
}
