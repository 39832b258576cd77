import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { enterHistory } from './overlay-history.ts';
import type {
  ConfirmDialogProps,
  DialogProps,
  ScreenLayerProps,
  SheetProps,
  SideDrawerProps,
} from './overlay-props.ts';

/**
 * Everything that needs Base UI's popups, in one file that is loaded after the first paint. See overlays.ts.
 */

const OPEN_DRAWER_AFTER_MS = 50;

/** A panel always mounts closed and opens a moment later: else its first opening would not slide. */
function useOpenAfter(isOpen: boolean, afterMs: number): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(isOpen), isOpen ? afterMs : 0);
    return () => clearTimeout(timer);
  }, [isOpen, afterMs]);
  return isShown && isOpen;
}

/** Back closes a panel that is open, unless it must be answered first. */
function useHistoryEntry(isOpen: boolean, { dismissible, onOpenChange }: Closing): void {
  const closing = useRef({ dismissible, onOpenChange });
  useEffect(() => {
    closing.current = { dismissible, onOpenChange };
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    return enterHistory({
      close: () => closing.current.onOpenChange(false),
      isHeld: () => !closing.current.dismissible,
    });
  }, [isOpen]);
}

interface Closing {
  readonly dismissible: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

interface Cancellable {
  cancel: () => void;
}

/** A panel that must be answered refuses the swipe, Escape and the press beside it. */
function changeUnlessHeld(dismissible: boolean, onOpenChange: (isOpen: boolean) => void) {
  return (isOpen: boolean, details: Cancellable) => {
    if (!isOpen && !dismissible) details.cancel();
    else onOpenChange(isOpen);
  };
}

const CLOSE_BUTTON =
  'pressable -mr-2.5 grid size-11 shrink-0 place-items-center rounded-full text-muted [--pressed:transparent]';

export function SheetPanel({ open, onOpenChange, dismissible = true, ...props }: SheetProps) {
  const isShown = useOpenAfter(open, 0);
  useHistoryEntry(open, { dismissible, onOpenChange });
  return (
    <Drawer.Root open={isShown} onOpenChange={changeUnlessHeld(dismissible, onOpenChange)}>
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          <Drawer.Backdrop className="overlay-scrim" />
          <Drawer.Viewport className="overlay-column items-end tablet:items-center">
            <Drawer.Popup className="sheet-panel flex max-h-[92dvh] w-full flex-col rounded-t-sheet bg-surface outline-none tablet:rounded-b-sheet">
              <div className="touch-none">
                <div className="mx-auto mt-2 h-1 w-10 rounded-full bg-line tablet:invisible" />
                <SheetHeader {...props} dismissible={dismissible} />
              </div>
              <Drawer.Content className="min-h-0 grow touch-auto overflow-y-auto overscroll-contain px-5 pt-1 pb-5">
                {props.children}
              </Drawer.Content>
              <SheetFooter>{props.footer}</SheetFooter>
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  );
}

function SheetHeader(
  props: Pick<SheetProps, 'title' | 'hideTitle' | 'aside' | 'closeLabel' | 'description' | 'dismissible'>,
) {
  const hasDescription = props.description !== undefined;
  return (
    <div className="px-5">
      <div className={props.hideTitle === true ? 'sr-only' : 'flex min-h-14 items-center gap-3'}>
        <Drawer.Title className="min-w-0 grow text-heading">{props.title}</Drawer.Title>
        {props.aside}
        {props.closeLabel !== undefined && props.dismissible !== false && (
          <Drawer.Close aria-label={props.closeLabel} className={CLOSE_BUTTON}>
            <Icon icon={X} />
          </Drawer.Close>
        )}
      </div>
      {hasDescription && (
        <Drawer.Description className="pb-3 text-small text-muted">{props.description}</Drawer.Description>
      )}
    </div>
  );
}

function SheetFooter({ children }: { children: ReactNode }) {
  if (children === undefined) return <div className="safe-bottom" />;
  return (
    <div className="safe-bottom px-5 pt-1">
      <div className="flex gap-3 pb-4 *:flex-1">{children}</div>
    </div>
  );
}

export function SideDrawerPanel({ open, onOpenChange, label, children, footer, onClosed }: SideDrawerProps) {
  const isShown = useOpenAfter(open, OPEN_DRAWER_AFTER_MS);
  useHistoryEntry(open, { dismissible: true, onOpenChange });
  return (
    <Drawer.Root
      open={isShown}
      onOpenChange={(isOpen) => onOpenChange(isOpen)}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
      swipeDirection="left"
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="overlay-scrim" />
        <Drawer.Viewport className="overlay-column justify-start tablet:max-w-none lying:max-w-none">
          <Drawer.Popup className="drawer-panel safe-top safe-bottom flex h-full w-[300px] max-w-[calc(100vw-20px)] flex-col bg-surface outline-none">
            <Drawer.Title className="sr-only">{label}</Drawer.Title>
            <Drawer.Content className="min-h-0 grow overflow-y-auto overscroll-contain">
              {children}
            </Drawer.Content>
            {footer}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

const DIALOG_POPUP =
  'dialog-panel m-auto max-h-[90dvh] w-[min(320px,calc(100vw-32px))] overflow-y-auto rounded-tile bg-surface p-5 shadow-float outline-none';

export function DialogPanel({
  open,
  onOpenChange,
  title,
  children,
  footer,
  dismissible = true,
  wide = false,
}: DialogProps) {
  const isShown = useOpenAfter(open, 0);
  useHistoryEntry(open, { dismissible, onOpenChange });
  return (
    <Dialog.Root open={isShown} onOpenChange={changeUnlessHeld(dismissible, onOpenChange)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="overlay-scrim" />
        <Dialog.Viewport className="fixed inset-0 flex p-4">
          <Dialog.Popup className={`${DIALOG_POPUP} ${wide ? 'w-[min(400px,calc(100vw-32px))]' : ''}`}>
            <Dialog.Title className="text-heading">{title}</Dialog.Title>
            <div className="mt-2 text-body">{children}</div>
            {footer !== undefined && <div className="mt-5 flex gap-3 *:flex-1">{footer}</div>}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The whole screen for one thing; Back, Escape and its own button close it. */
export function ScreenPanel({ open, onOpenChange, title, children }: ScreenLayerProps) {
  const isShown = useOpenAfter(open, 0);
  useHistoryEntry(open, { dismissible: true, onOpenChange });
  return (
    <Dialog.Root open={isShown} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Popup className="dialog-panel safe-top safe-bottom fixed inset-0 flex flex-col bg-bg outline-none">
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function ConfirmDialogPanel({
  open,
  onOpenChange,
  title,
  children,
  tone = 'main',
  ...props
}: ConfirmDialogProps) {
  const isShown = useOpenAfter(open, 0);
  const isBusy = props.loading ?? false;
  useHistoryEntry(open, { dismissible: !isBusy, onOpenChange });
  return (
    <AlertDialog.Root open={isShown} onOpenChange={changeUnlessHeld(!isBusy, onOpenChange)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="overlay-scrim" />
        <AlertDialog.Viewport className="fixed inset-0 flex p-4">
          <AlertDialog.Popup className={DIALOG_POPUP}>
            <AlertDialog.Title className="text-heading">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="mt-2 text-body text-muted">
              {children}
            </AlertDialog.Description>
            <div className="mt-5 flex gap-3 *:flex-1 *:px-2">
              <Button size="medium" tone="secondary" disabled={isBusy} onClick={() => onOpenChange(false)}>
                {props.cancelLabel}
              </Button>
              <Button size="medium" tone={tone} loading={isBusy} onClick={props.onConfirm}>
                {props.confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
