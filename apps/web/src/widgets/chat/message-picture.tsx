import { ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { CallState } from '#widgets/session/call-state.tsx';

export interface MessagePictureProps {
  /** The conversation. */
  id: string;
  message: string;
}

/** The picture of a message; it is loaded by a tap, since a slow network takes long for it. */
export function MessagePicture(props: MessagePictureProps) {
  const { t } = useTranslation('chat');
  const [isShown, setShown] = useState(false);
  if (isShown) return <Loaded {...props} />;
  return (
    <div className="mt-2">
      <Button
        size="medium"
        tone="secondary"
        icon={<Icon icon={ImageIcon} size={18} />}
        onClick={() => setShown(true)}
      >
        {t('showPicture')}
      </Button>
    </div>
  );
}

function Loaded({ id, message }: MessagePictureProps) {
  const { t } = useTranslation('chat');
  // A picture never changes, and a look at it may be counted.
  const query = useCall('chatPicture', { id, message }, { freshMs: Number.POSITIVE_INFINITY });
  return (
    <div className="mt-2">
      <CallState query={query} data={query.data} skeleton={<SkeletonRows />}>
        {({ type, content }) => (
          <img
            src={`data:${type};base64,${content}`}
            alt={t('pictureSent')}
            className="max-h-[60dvh] max-w-full rounded-input"
          />
        )}
      </CallState>
    </div>
  );
}
