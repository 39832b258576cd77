import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { coachSeenSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { enterHistory } from '#ui/overlays/overlay-history.ts';
import { type Box, useTargetBox } from './use-target-box.ts';

const MARKS = [
  { target: 'quantity', title: 'coachQuantity', text: 'coachQuantityText' },
  { target: 'cost', title: 'coachCost', text: 'coachCostText' },
  { target: 'send', title: 'coachSend', text: 'coachSendText' },
] as const;

/** These keys move between the two buttons or press them; every other key ends the coach. */
const KEYS_OF_BUTTONS: ReadonlySet<string> = new Set([
  'Tab',
  'Enter',
  ' ',
  'Shift',
  'Control',
  'Alt',
  'Meta',
]);

/**
 * Shows where quantity, costs and the button are. A modal dialog of
 * the browser: the focus goes into it, stays there and comes back.
 */
export function TicketCoach() {
  const { t } = useTranslation('firstRun');
  const textId = useId();
  const [nth, setNth] = useState(0);
  const mark = MARKS[nth] ?? MARKS[0];
  const box = useTargetBox(mark.target);
  const { dialog, mainButton, close } = useCoachDialog();
  const isLast = nth === MARKS.length - 1;
  const goOn = () => (isLast ? close() : setNth(nth + 1));
  const onKeyDown = (event: KeyboardEvent) => {
    if (KEYS_OF_BUTTONS.has(event.key)) return;
    event.preventDefault();
    close();
    // Somebody who works with keys goes on where the first mark was.
    document.querySelector<HTMLElement>('[data-coach="quantity"] input')?.focus();
  };
  const onPress = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) goOn();
  };
  return (
    <dialog
      ref={dialog}
      aria-label={t('coach')}
      aria-describedby={textId}
      onKeyDown={onKeyDown}
      onClick={onPress}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden border-0 bg-transparent p-0 text-ink backdrop:bg-transparent"
    >
      {box !== undefined && <Spotlight box={box} />}
      <div
        style={box === undefined ? undefined : bubblePlace(box)}
        className="absolute rounded-tile bg-surface p-4 shadow-float"
      >
        <div id={textId} aria-live="polite" aria-atomic="true">
          <p className="number text-small font-medium text-muted">
            {t('coachPlace', { step: String(nth + 1), steps: String(MARKS.length) })}
          </p>
          <h2 className="mt-1 text-heading">{t(mark.title)}</h2>
          <p className="mt-0.5 text-body text-muted">{t(mark.text)}</p>
        </div>
        <div className="mt-3 flex items-center justify-end gap-2">
          {!isLast && (
            <Button size="medium" tone="quiet" onClick={close}>
              {t('skip')}
            </Button>
          )}
          <Button ref={mainButton} size="medium" onClick={goOn}>
            {t(isLast ? 'done' : 'next')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

/** Opens the dialog, and makes the Back button close it as it closes every other layer. */
function useCoachDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const mainButton = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    // Closing gives the focus back; only then may the dialog go.
    dialog.current?.close();
    coachSeenSlice.set(true);
  }, []);
  useEffect(() => {
    const shown = dialog.current;
    if (shown === null || shown.open) return undefined;
    shown.showModal();
    mainButton.current?.focus();
    const leave = enterHistory({ close, isHeld: () => false });
    return () => {
      leave();
      shown.close();
    };
  }, [close]);
  return { dialog, mainButton, close };
}

const RING_PX = 8;

/** All but the part that is spoken of lies in the dark. */
function Spotlight({ box }: { box: Box }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute rounded-tile shadow-[0_0_0_200vmax_var(--scrim)] outline-2 outline-brand"
      style={{
        top: box.top - RING_PX,
        left: box.left - RING_PX,
        width: box.width + 2 * RING_PX,
        height: box.height + 2 * RING_PX,
      }}
    />
  );
}

const BUBBLE_PX = 320;
const GAP_PX = 20;
const EDGE_PX = 16;

/** Below the part in the upper half of the window, else above it; never over an edge. */
function bubblePlace({ top, left, width, height }: Box): Readonly<Record<string, number>> {
  const { innerWidth, innerHeight } = window;
  const bubbleWidth = Math.min(BUBBLE_PX, innerWidth - 2 * EDGE_PX);
  const middle = left + width / 2 - bubbleWidth / 2;
  const place = {
    width: bubbleWidth,
    left: Math.max(EDGE_PX, Math.min(middle, innerWidth - bubbleWidth - EDGE_PX)),
  };
  const isAbove = top + height / 2 > innerHeight / 2;
  return isAbove
    ? { ...place, bottom: innerHeight - top + GAP_PX }
    : { ...place, top: top + height + GAP_PX };
}
