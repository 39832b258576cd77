import { Delete } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { groupAmount, type KeypadKey, normaliseAmount, pressKey } from '#ui/numbers/amount-text.ts';
import { currencySymbol, groupingOf } from '#ui/numbers/format.ts';
import { localDigits } from '#ui/numbers/format-settings.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { FIELD_BOX, FIELD_INPUT, Field, type FieldTexts } from './field.tsx';

export interface KeypadTexts {
  title: string;
  done: string;
  delete: string;
}

export interface AmountFieldProps extends FieldTexts {
  /** Decimal text, from the first key to the call: it never becomes a number. */
  value: string;
  onValueChange: (value: string) => void;
  asset: string;
  /** Most digits after the point; more can't be typed. */
  decimals: number;
  placeholder?: string | undefined;
  suffix?: ReactNode;
  disabled?: boolean | undefined;
  name?: string | undefined;
  /** On touch screens our own keypad opens in place of the system's keyboard. */
  keypad?: KeypadTexts | undefined;
  /** Shown above the keypad: quick amounts, what is available. */
  keypadAside?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function AmountField({ label, hideLabel, help, error, aside, keypad, ...props }: AmountFieldProps) {
  const settings = useFormat();
  const [isKeypadOpen, setKeypadOpen] = useState(false);
  const hasKeypad = useCoarsePointer() && keypad !== undefined;
  const shown = localDigits(groupAmount(props.value, groupingOf(props.asset)), settings);
  return (
    <>
      <Field label={label} hideLabel={hideLabel} help={help} error={error} aside={aside}>
        {(control) => (
          <div className={FIELD_BOX}>
            <span aria-hidden="true" className="number shrink-0 text-body font-semibold text-muted">
              {currencySymbol(props.asset)}
            </span>
            <AmountInput
              {...control}
              ref={props.ref}
              name={props.name}
              disabled={props.disabled}
              placeholder={props.placeholder}
              inputMode={hasKeypad ? 'none' : 'decimal'}
              shown={shown}
              onTyped={(typed) => props.onValueChange(normaliseAmount(typed, props.decimals))}
              onClick={() => hasKeypad && setKeypadOpen(true)}
            />
            {props.suffix}
          </div>
        )}
      </Field>
      {keypad !== undefined && (
        <KeypadSheet
          open={isKeypadOpen}
          onOpenChange={setKeypadOpen}
          value={props.value}
          onValueChange={props.onValueChange}
          asset={props.asset}
          decimals={props.decimals}
          texts={keypad}
          aside={props.keypadAside}
        />
      )}
    </>
  );
}

interface AmountInputProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  name: string | undefined;
  disabled: boolean | undefined;
  placeholder: string | undefined;
  inputMode: 'none' | 'decimal';
  shown: string;
  onTyped: (typed: string) => void;
  onClick: () => void;
  ref: Ref<HTMLInputElement> | undefined;
}

/** Grouping commas come and go while typing; the caret is kept by counting the digits behind it. */
function AmountInput({ shown, onTyped, ref, ...props }: AmountInputProps) {
  const caretFromEnd = useRef<number>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (caretFromEnd.current === undefined || input.current === null) return;
    const caret = Math.max(0, shown.length - caretFromEnd.current);
    caretFromEnd.current = undefined;
    input.current.setSelectionRange(caret, caret);
  }, [shown]);
  return (
    <input
      {...props}
      ref={(element) => {
        input.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref !== null && ref !== undefined) ref.current = element;
      }}
      autoComplete="off"
      enterKeyHint="done"
      value={shown}
      onChange={(event) => {
        caretFromEnd.current =
          event.target.value.length - (event.target.selectionStart ?? event.target.value.length);
        onTyped(event.target.value);
      }}
      className={`${FIELD_INPUT} number text-heading`}
    />
  );
}

export interface KeypadSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  value: string;
  onValueChange: (value: string) => void;
  asset: string;
  decimals: number;
  texts: KeypadTexts;
  aside?: ReactNode;
}

const KEYS: readonly KeypadKey[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'delete'];

export function KeypadSheet({
  value,
  onValueChange,
  asset,
  decimals,
  texts,
  aside,
  ...props
}: KeypadSheetProps) {
  const settings = useFormat();
  const shown = localDigits(groupAmount(value === '' ? '0' : value, groupingOf(asset)), settings);
  return (
    <Sheet
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={texts.title}
      footer={<Button onClick={() => props.onOpenChange(false)}>{texts.done}</Button>}
    >
      <p aria-live="polite" className="number py-2 text-center text-display break-all whitespace-normal">
        <span className="mr-1 text-muted">{currencySymbol(asset)}</span>
        {shown}
      </p>
      {aside}
      <div className="mt-3 grid grid-cols-3 gap-2">
        {KEYS.map((key) => (
          <button
            key={key}
            type="button"
            disabled={key === '.' && decimals === 0}
            aria-label={key === 'delete' ? texts.delete : undefined}
            onClick={() => onValueChange(pressKey(value, key, decimals))}
            className="pressable number grid min-h-13 place-items-center rounded-input text-title font-semibold [--pressed:var(--surface)] disabled:opacity-30"
          >
            {key === 'delete' ? <Icon icon={Delete} /> : localDigits(key, settings)}
          </button>
        ))}
      </div>
    </Sheet>
  );
}

/** A finger rather than a mouse. */
function useCoarsePointer(): boolean {
  const [isCoarse] = useState(() => matchMedia('(pointer: coarse)').matches);
  return isCoarse;
}
