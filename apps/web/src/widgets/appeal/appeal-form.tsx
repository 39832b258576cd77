import { type FormEvent, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';

const TEXT_MIN = 10;
const TEXT_MAX = 1_000;

/** Why a decision is wrong, in the person's own words, sent as one paragraph. */
export function AppealForm({
  open,
  onOpenChange,
  words,
  command,
  onSend,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  words: Readonly<Record<'title' | 'description' | 'label' | 'short' | 'send' | 'close', string>>;
  command: {
    readonly isPending: boolean;
    readonly error: Parameters<ReturnType<typeof useErrorText>>[0] | null;
  };
  /** Sends it; `onSent` empties the field. */
  onSend: (text: string, onSent: () => void) => void;
}) {
  const formId = useId();
  const textOf = useErrorText();
  const [text, setText] = useState('');
  const [wasTried, setTried] = useState(false);
  const isShort = text.trim().length < TEXT_MIN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    // A line break is no character of a text of one paragraph.
    if (!isShort) onSend(text.replace(/\s+/g, ' ').trim(), () => setText(''));
  };
  const said = command.error === null ? undefined : textOf(command.error);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={words.title}
      description={words.description}
      closeLabel={words.close}
      footer={
        <Button type="submit" form={formId} loading={command.isPending}>
          {words.send}
        </Button>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextAreaField
          label={words.label}
          value={text}
          onValueChange={setText}
          maxLength={TEXT_MAX}
          error={wasTried && isShort ? words.short : undefined}
        />
        {said !== undefined && (
          <Notice tone="danger" live title={said.title}>
            {said.fix}
          </Notice>
        )}
      </form>
    </Sheet>
  );
}
