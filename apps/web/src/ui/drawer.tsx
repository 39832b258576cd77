import { type ReactNode, Suspense } from 'react';
import { SideDrawerPanel, useEverOpened } from './overlays.ts';

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
  if (!useEverOpened(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <SideDrawerPanel {...props} />
    </Suspense>
  );
}
