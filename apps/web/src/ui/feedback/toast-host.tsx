import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#ui/icon.tsx';
import { currentToast, subscribeToast, type Toast } from './toast.ts';

const ICONS = { neutral: Info, success: CircleCheck, error: CircleAlert, warning: TriangleAlert } as const;

/**
 * Put once at the root of the app. The two live regions
 * stand there from the start, or nothing would be read out.
 */
export function ToastHost() {
  const toast = useSyncExternalStore(subscribeToast, currentToast);
  const isUrgent = toast?.tone === 'error';
  const host = useBody();
  if (host === undefined) return null;
  return createPortal(
    <>
      {toast?.hasMask === true && <div className="fixed inset-0 z-40 bg-ink opacity-10" />}
      <div className="safe-top pointer-events-none fixed inset-x-0 top-3 z-50 flex justify-center px-4">
        <div role="status">
          {toast !== undefined && !isUrgent && <ToastPill key={toast.id} toast={toast} />}
        </div>
        <div role="alert">
          {toast !== undefined && isUrgent && <ToastPill key={toast.id} toast={toast} />}
        </div>
      </div>
    </>,
    host,
  );
}

/** Beside the app's root and above all sheets, which are portalled there too. */
function useBody(): HTMLElement | undefined {
  const [body, setBody] = useState<HTMLElement>();
  useEffect(() => setBody(document.body), []);
  return body;
}

function ToastPill({ toast }: { toast: Toast }) {
  return (
    <p className="toast-panel flex max-w-[400px] items-center gap-2 rounded-tile bg-pill px-4 py-3 text-body font-medium text-on-pill shadow-float">
      {toast.hasIcon && <Icon icon={ICONS[toast.tone]} size={20} />}
      {toast.text}
    </p>
  );
}
