import type { ConfirmDialogProps, DialogProps } from './overlay-props.ts';
import { useOverlayPanels } from './overlays.ts';

export function Dialog(props: DialogProps) {
  const panels = useOverlayPanels(props.open);
  return panels === undefined ? null : <panels.DialogPanel {...props} />;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const panels = useOverlayPanels(props.open);
  return panels === undefined ? null : <panels.ConfirmDialogPanel {...props} />;
}
