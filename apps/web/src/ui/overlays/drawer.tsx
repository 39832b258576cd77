import type { SideDrawerProps } from './overlay-props.ts';
import { useOverlayPanels } from './overlays.ts';

/** The left menu: 300 wide, opens after 50 ms, closes within 300. */
export function SideDrawer(props: SideDrawerProps) {
  const panels = useOverlayPanels(props.open);
  return panels === undefined ? null : <panels.SideDrawerPanel {...props} />;
}
