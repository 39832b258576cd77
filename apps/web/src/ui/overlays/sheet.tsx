import type { SheetProps } from './overlay-props.ts';
import { useOverlayPanels } from './overlays.ts';

/** Comes up from the foot of the column and follows the finger down. */
export function Sheet(props: SheetProps) {
  const panels = useOverlayPanels(props.open);
  return panels === undefined ? null : <panels.SheetPanel {...props} />;
}
