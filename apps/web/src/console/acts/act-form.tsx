import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type CallError, isRefusal } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { usePictureChoice } from '#widgets/chat/use-picture-choice.ts';
import type { ConsoleOutput } from '../calls.ts';
import { consoleCall, refresh } from '../client.ts';
import { useSayError } from '../error-text.ts';
import { useQueueWords } from '../queue-texts.ts';
import { ActPicture } from './act-picture.tsx';
import { type ActProof, FACTOR_LENGTH, NO_PROOF, ProofFields } from './act-proof.tsx';
import { ActReasons } from './act-reasons.tsx';

type Act = ConsoleOutput<'consoleOpen'>['acts'][number];

interface ActFormProps {
  queue: string;
  id: string;
  act: Act;
  /** Hash of what is shown. */
  seen: string;
  /** The act is held to what is shown, also where one person does it. */
  isForSeen?: boolean;
  /** The reply is always open; others open at a press, so that none is done by one. */
  isAnswer?: boolean;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** The part of the body that the call takes a picture as. */
const CHAT_PICTURE_PART = 'picture';

const BARRED = {
  STAFF_ROLE: 'barredRole',
  STAFF_SECOND_PERSON: 'barredSecond',
  STAFF_OWN_DECISION: 'barredOwnDecision',
} as const;

/** One act: its reason, its words, and the button that does it. */
export function ActForm({
  queue,
  id,
  act,
  seen,
  isForSeen = false,
  isAnswer = false,
  isOpen = false,
  onOpenChange,
}: ActFormProps) {
  const { t } = useTranslation('console');
  const label = useQueueWords()(queue).act(act.act);
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
  return <OpenForm {...{ queue, id, act, seen, label, onOver }} isForSeen={isForSeen || act.people > 1} />;
}

interface OpenFormProps extends Pick<ActFormProps, 'queue' | 'id' | 'act' | 'seen'> {
  isForSeen: boolean;
  label: string;
  /** Called when it was done, or the thing has changed: the form closes, all is read again. */
  onOver: () => void;
}

/** An act that is being decided: what was entered for it, and the way to send it. */
function useActing({ queue, id, act, seen, isForSeen, onOver }: OpenFormProps) {
  const { t } = useTranslation('console');
  const say = useSayError();
  const [text, setText] = useState('');
  const [reason, setReason] = useState(act.takesSeveral ? '' : (act.reasons[0] ?? ''));
  const [proof, setProof] = useState(NO_PROOF);
  // Kept over tries that got no answer, so that none of them is done twice.
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  // As it was when the person began to decide: what changes under their hands is refused.
  const [seenFirst] = useState(seen);
  const choice = usePictureChoice();
  const blob = choice.picture?.blob;
  const run = useMutation<ConsoleOutput<'consoleAct'>, CallError>({
    mutationFn: () => {
      const input = {
        ...{ clientId, queue, id, act: act.act },
        ...(reason === '' ? {} : { reason }),
        ...(act.takesText ? { text } : {}),
        ...(isForSeen ? { seen: seenFirst } : {}),
        ...(act.needsProof ? proof : {}),
      };
      return consoleCall('consoleAct', input, blob && { file: { part: CHAT_PICTURE_PART, blob } });
    },
    onSuccess: ({ outcome }) => {
      showToast(t(outcome === 'approved' ? 'wasApproved' : 'wasDone'), { tone: 'success' });
      setText('');
      choice.remove();
      setClientId(crypto.randomUUID());
      onOver();
    },
    onError: (error) => {
      say(error);
      // A code is good once: the next one is needed for another try.
      setProof((before) => ({ ...before, factor: '' }));
      if (isRefusal(error, 'QUEUE_ITEM_CHANGED')) onOver();
    },
  });
  const isReady = isComplete(act, { text, reason, proof }) && !choice.isWorking;
  const send = () => {
    if (isReady && !run.isPending) run.mutate();
  };
  return {
    text,
    setText,
    reason,
    setReason,
    proof,
    setProof,
    choice,
    isReady,
    isSending: run.isPending,
    send,
  };
}

function OpenForm(props: OpenFormProps) {
  const { queue, act, label } = props;
  const { t } = useTranslation('console');
  const acting = useActing(props);
  const { send, isSending } = acting;
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
      <ActReasons queue={queue} act={act} value={acting.reason} onValueChange={acting.setReason} />
      {act.takesText && (
        <div className="w-full">
          <TextAreaField
            label={t('reply')}
            help={t('replyHelp')}
            value={acting.text}
            onValueChange={acting.setText}
            maxLength={2_000}
            name="reply"
          />
        </div>
      )}
      {act.takesPicture && <ActPicture choice={acting.choice} disabled={isSending} />}
      {act.needsProof && <ProofFields proof={acting.proof} onChange={acting.setProof} />}
      <Button type="submit" size="medium" disabled={!acting.isReady} loading={isSending}>
        {label}
      </Button>
    </form>
  );
}

function isComplete(
  { takesText, reasons, needsProof }: Act,
  given: { readonly text: string; readonly reason: string; readonly proof: ActProof },
): boolean {
  const isProved = given.proof.password !== '' && given.proof.factor.length === FACTOR_LENGTH;
  if (needsProof && !isProved) return false;
  return (!takesText || given.text.trim() !== '') && (reasons.length === 0 || given.reason !== '');
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
