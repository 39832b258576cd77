import type { ScreenLayerProps } from './overlay-props.ts';
import { useOverlayPanels } from './overlays.ts';

export function ScreenLayer(props: ScreenLayerProps) {
  const panels = useOverlayPanels(props.open);
  return panels === undefined ? null : <panels.ScreenPanel {...props} />;
}
