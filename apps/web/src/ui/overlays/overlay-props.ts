import type { ReactNode } from 'react';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Keep the title for screen readers only. */
  hideTitle?: boolean | undefined;
  description?: ReactNode;
  /** At the right of the title: a price, a link. */
  aside?: ReactNode;
  /** Name of a close button; swipe, Escape and the press beside it close in any case. */
  closeLabel?: string | undefined;
  children: ReactNode;
  /** Stays in sight while the content scrolls: one or two buttons. */
  footer?: ReactNode;
  /** False while something runs that must not be left. */
  dismissible?: boolean | undefined;
}

export interface SideDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the drawer for screen readers. */
  label: string;
  children: ReactNode;
  /** Stands at the foot, below what scrolls. */
  footer?: ReactNode;
  /** After it has slid away. */
  onClosed?: (() => void) | undefined;
}

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

export interface ScreenLayerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the layer for screen readers. */
  title: string;
  children: ReactNode;
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
