import type { ReactNode } from 'react';
import { useOverlayPanels } from './overlays.ts';

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
  const panels = useOverlayPanels(props.open);
  return panels === undefined ? null : <panels.DialogPanel {...props} />;
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
  const panels = useOverlayPanels(props.open);
  return panels === undefined ? null : <panels.ConfirmDialogPanel {...props} />;
}
