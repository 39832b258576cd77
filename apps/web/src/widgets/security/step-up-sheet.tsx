import { type FormEvent, useId, useState } from 'react';
import { call } from '#client/api.ts';
import { type CallError, isRefusal } from '#client/errors.ts';
import { stream } from '#client/live.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PasswordField, TextField } from '#ui/fields/text-field.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { Countdown } from '#ui/numbers/time-text.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { PasskeyAnswer } from './passkey-answer.tsx';
import { PinField } from './pin-field.tsx';
import type { Need, StepUpBegun, StepUpFact } from './step-up.ts';

export interface StepUpSheetProps {
  open: boolean;
  begun: StepUpBegun;
  facts: readonly StepUpFact[];
  onAgain: () => Promise<StepUpBegun>;
  /** With the step-up's id once nothing is needed any more; undefined when the person left. */
  onDone: (stepUpId: string | undefined) => void;
}

/** The act that is to be confirmed, and one need after the other, within two minutes. */
export function StepUpSheet({ open, onDone, facts, ...props }: StepUpSheetProps) {
  const { t } = useTranslation('security');
  const formId = useId();
  const state = useAnswers(props, onDone);
  const { begun, need, isOver } = state;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The page that asked may have drawn the sheet inside a form of its own.
    event.stopPropagation();
    state.send();
  };
  const button = isOver ? (
    <Button wide loading={state.isSending} onClick={state.again}>
      {t('stepUpAgain')}
    </Button>
  ) : (
    <Button wide type="submit" form={formId} loading={state.isSending}>
      {t('confirm')}
    </Button>
  );
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => !isOpen && onDone(undefined)}
      title={t('stepUpTitle')}
      description={t('stepUpText')}
      closeLabel={t('close')}
      footer={button}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Tile>
          <FactList
            facts={[
              ...facts,
              ...(isOver
                ? []
                : [
                    {
                      label: t('stepUpLeft'),
                      value: (
                        <Countdown
                          untilMs={begun.expiresAtMs}
                          clockOffsetMs={stream.clockOffsetMs()}
                          onEnd={state.onOver}
                        />
                      ),
                    },
                  ]),
            ]}
          />
        </Tile>
        {isOver ? (
          <Notice tone="warn" live title={t('stepUpOver')}>
            {t('stepUpOverText')}
          </Notice>
        ) : (
          need !== undefined && <NeedField key={need} need={need} state={state} />
        )}
      </form>
    </Sheet>
  );
}

type Answers = ReturnType<typeof useAnswers>;

function useAnswers(
  { begun: first, onAgain }: Pick<StepUpSheetProps, 'begun' | 'onAgain'>,
  onDone: StepUpSheetProps['onDone'],
) {
  const [begun, setBegun] = useState(first);
  const [answer, setAnswer] = useState('');
  const [isSending, setSending] = useState(false);
  const [isOver, setOver] = useState(false);
  const [error, setError] = useState<CallError>();
  const need = begun.needs[0];
  const send = (given = answer) => {
    if (need === undefined || given === '' || isSending) return;
    setSending(true);
    setError(undefined);
    call('stepUpAnswer', { stepUpId: begun.stepUpId, need, answer: given })
      .then(({ needs }) => {
        setAnswer('');
        setBegun({ ...begun, needs });
        if (needs.length === 0) onDone(begun.stepUpId);
      })
      .catch((failure: CallError) => {
        setAnswer('');
        if (isRefusal(failure, 'STEP_UP_EXPIRED')) setOver(true);
        else setError(failure);
        // A challenge is answered once: after a refused passkey a code is left, or to start again.
        if (given.startsWith('{')) setBegun({ ...begun, passkey: undefined });
      })
      .finally(() => setSending(false));
  };
  const again = () => {
    setSending(true);
    onAgain()
      .then((fresh) => {
        setBegun(fresh);
        setOver(false);
        setError(undefined);
      }, setError)
      .finally(() => setSending(false));
  };
  const onOver = () => setOver(true);
  return { begun, need, answer, setAnswer, isSending, isOver, onOver, error, send, again };
}

function NeedField({ need, state }: { need: Need; state: Answers }) {
  const { t } = useTranslation('security');
  const textOf = useErrorText();
  const said = state.error === undefined ? undefined : textOf(state.error);
  const error = said === undefined ? undefined : `${said.title} ${said.fix}`;
  const { passkey } = state.begun;
  if (need === 'pin')
    return (
      <PinField
        label={t('need_pin')}
        help={t('needHelp_pin')}
        value={state.answer}
        onValueChange={state.setAnswer}
        onComplete={state.send}
        error={error}
        autoFocus
      />
    );
  if (need === 'factor')
    return (
      <>
        {passkey !== undefined && <PasskeyAnswer passkey={passkey} onAnswer={state.send} />}
        <TextField
          label={t(passkey === undefined ? 'need_factor' : 'need_factorOrCode')}
          help={t('needHelp_factor')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          maxLength={16}
          value={state.answer}
          onValueChange={state.setAnswer}
          error={error}
          autoFocus={passkey === undefined}
        />
      </>
    );
  return (
    <PasswordField
      label={t('need_password')}
      autoComplete="current-password"
      maxLength={20}
      value={state.answer}
      onValueChange={state.setAnswer}
      error={error}
      autoFocus
      showLabel={t('showPassword')}
      hideLabelText={t('hidePassword')}
    />
  );
}
