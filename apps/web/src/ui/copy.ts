/**
 * Puts text on the clipboard; false where neither way may. Over
 * plain http, as in a home network, only the older command works.
 */
export async function copyText(text: string): Promise<boolean> {
  if (typeof navigator.clipboard?.writeText === 'function') {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // A frame or a setting forbids it; the command below is asked by the tap itself.
    }
  }
  return copyByCommand(text);
}

function copyByCommand(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'sr-only';
  const before = document.activeElement;
  // Inside an open layer, which would take the focus back from anywhere else.
  (document.querySelector('[role="dialog"]') ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isDone;
}
