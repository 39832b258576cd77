import { type ReactNode, Suspense } from 'react';
import { ConfirmDialogPanel, DialogPanel, useEverOpened } from './overlays.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  dismissible?: boolean | undefined;
  /** 400 px, the most there is, instead of 320. */
  wide?: boolean | undefined;
}

export function Dialog(props: DialogProps) {
  if (!useEverOpened(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <DialogPanel {...props} />
    </Suspense>
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the thing: "Cancel the order for 25 ARUNA?" */
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  tone?: 'main' | 'danger' | 'buy' | 'sell' | undefined;
  /** While it runs the dialog can't be left. */
  loading?: boolean | undefined;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!useEverOpened(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialogPanel {...props} />
    </Suspense>
  );
}
