import type { ReactNode } from 'react';
import { useOverlayPanels } from './overlays.ts';

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

/** The left menu: 300 wide, opens after 50 ms, closes within 300. */
export function SideDrawer(props: SideDrawerProps) {
  const panels = useOverlayPanels(props.open);
  return panels === undefined ? null : <panels.SideDrawerPanel {...props} />;
}
