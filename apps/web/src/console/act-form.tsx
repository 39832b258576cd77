import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type CallError, isRefusal } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { Chips } from '#ui/fields/choice.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import type { ConsoleOutput } from './calls.ts';
import { consoleCall, refresh } from './client.ts';
import { useSayError } from './error-text.ts';
import { textsOfQueue } from './queue-texts.ts';

type Act = ConsoleOutput<'consoleOpen'>['acts'][number];

interface ActFormProps {
  queue: string;
  id: string;
  act: Act;
  /** Hash of what is shown. */
  seen: string;
  /** The reply is always open; others open at a press, so that none is done by one. */
  isAnswer?: boolean;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

const BARRED = {
  STAFF_ROLE: 'barredRole',
  STAFF_SECOND_PERSON: 'barredSecond',
} as const;

/** One act: its reason, its words, and the button that does it. */
export function ActForm({
  queue,
  id,
  act,
  seen,
  isAnswer = false,
  isOpen = false,
  onOpenChange,
}: ActFormProps) {
  const { t } = useTranslation('console');
  const texts = textsOfQueue(queue);
  const key = texts?.acts[act.act];
  const label = key === undefined ? act.act : t(key);
  if (act.barred !== undefined)
    return (
      <p className="text-small text-muted">
        {label}: {t(BARRED[act.barred])}
      </p>
    );
  if (!isAnswer && !isOpen)
    return (
      <Button size="medium" tone="secondary" onClick={() => onOpenChange?.(true)}>
        {label}
      </Button>
    );
  const onOver = () => {
    refresh();
    onOpenChange?.(false);
  };
  return <OpenForm queue={queue} id={id} act={act} seen={seen} label={label} onOver={onOver} />;
}

interface OpenFormProps extends Pick<ActFormProps, 'queue' | 'id' | 'act' | 'seen'> {
  label: string;
  /** Called when it was done, or the thing has changed: the form closes, all is read again. */
  onOver: () => void;
}

function OpenForm({ queue, id, act, seen, label, onOver }: OpenFormProps) {
  const { t } = useTranslation('console');
  const say = useSayError();
  const [text, setText] = useState('');
  const [reason, setReason] = useState(act.reasons[0] ?? '');
  // Kept over tries that got no answer, so that none of them is done twice.
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  // As it was when the person began to decide: what changes under their hands is refused.
  const [seenFirst] = useState(seen);
  const run = useMutation<ConsoleOutput<'consoleAct'>, CallError>({
    mutationFn: () =>
      consoleCall('consoleAct', {
        ...{ clientId, queue, id, act: act.act },
        ...(reason === '' ? {} : { reason }),
        ...(act.takesText ? { text } : {}),
        ...(act.people > 1 ? { seen: seenFirst } : {}),
      }),
    onSuccess: ({ outcome }) => {
      showToast(t(outcome === 'approved' ? 'wasApproved' : 'wasDone'), { tone: 'success' });
      setText('');
      setClientId(crypto.randomUUID());
      onOver();
    },
    onError: (error) => {
      say(error);
      if (isRefusal(error, 'QUEUE_ITEM_CHANGED')) onOver();
    },
  });
  const isReady = !act.takesText || text.trim() !== '';
  const send = () => {
    if (isReady && !run.isPending) run.mutate();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
  };
  const form = useRef<HTMLFormElement>(null);
  useReplyKey(form, act.takesText);
  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="flex w-full max-w-2xl flex-col items-start gap-3"
    >
      <Reasons queue={queue} reasons={act.reasons} value={reason} onValueChange={setReason} />
      {act.takesText && (
        <div className="w-full">
          <TextAreaField
            label={t('reply')}
            help={t('replyHelp')}
            value={text}
            onValueChange={setText}
            maxLength={2_000}
            name="reply"
          />
        </div>
      )}
      <Button type="submit" size="medium" disabled={!isReady} loading={run.isPending}>
        {label}
      </Button>
    </form>
  );
}

interface ReasonsProps {
  queue: string;
  reasons: readonly string[];
  value: string;
  onValueChange: (reason: string) => void;
}

function Reasons({ queue, reasons, value, onValueChange }: ReasonsProps) {
  const { t } = useTranslation('console');
  const texts = textsOfQueue(queue);
  if (reasons.length === 0) return null;
  return (
    <Chips
      label={t('reason')}
      value={value}
      onValueChange={onValueChange}
      items={reasons.map((code) => {
        const key = texts?.reasons[code];
        return { value: code, label: key === undefined ? code : t(key) };
      })}
    />
  );
}

/** R leads to the reply from wherever the hands are. */
function useReplyKey(form: { readonly current: HTMLFormElement | null }, takesText: boolean): void {
  useEffect(() => {
    if (!takesText) return undefined;
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (isTyping || event.key !== 'r' || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      form.current?.querySelector('textarea')?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [form, takesText]);
}
