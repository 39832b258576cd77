import type { ReactNode } from 'react';
import { useOverlayPanels } from './overlays.ts';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Keep the title for screen readers only. */
  hideTitle?: boolean | undefined;
  description?: ReactNode;
  /** At the right of the title: a price, a link. */
  aside?: ReactNode;
  /** Shows a close button with this name. Swipe, Escape and the press beside it close in any case. */
  closeLabel?: string | undefined;
  children: ReactNode;
  /** Stays in sight while the content scrolls: one or two buttons. */
  footer?: ReactNode;
  /** False while something runs that must not be left. */
  dismissible?: boolean | undefined;
}

/** Comes up from the foot of the column and follows the finger down. */
export function Sheet(props: SheetProps) {
  const panels = useOverlayPanels(props.open);
  return panels === undefined ? null : <panels.SheetPanel {...props} />;
}
