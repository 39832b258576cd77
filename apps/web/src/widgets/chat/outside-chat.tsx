import { useEffect, useRef, useState } from 'react';
import { readLoginInfo } from '#client/login-info.ts';
import { loginInfoSlice, randomUserId } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { type ChatFrameState, frameStateOf, isListedScript } from './chat-script.ts';
import { Service, type ServiceProps } from './service.tsx';

const FRAME_PATH = '/chat-frame.html';
/** An outside script that has not come by then counts as failed. */
const FRAME_MS_MAX = 20_000;

/** The outside chat in a frame that reaches nothing of the app; without it, or where it fails, our own. */
export function OutsideChat({ path }: Pick<ServiceProps, 'path'>) {
  const { t } = useTranslation('chat');
  const script = loginInfoSlice.use()?.serviceSaleSmartly;
  const [isAsked, setAsked] = useState(false);
  const { frame, state } = useFrame();
  const [name] = useState(randomUserId);
  useEffect(() => {
    void readLoginInfo().finally(() => setAsked(true));
  }, []);
  const isListed = script !== undefined && isListedScript(script, window.location.hostname);
  if (isListed ? state === 'failed' : isAsked)
    return <Service path={path} id={undefined} isInstead={isListed} />;
  return (
    <Page flush header={<BackBar title={t('service')} />}>
      <div className="px-4 pb-4">
        <Notice
          tone="warn"
          title={t('scam')}
          action={
            <Button size="small" tone="secondary" render={<PathLink href={path} />}>
              {t('ownChat')}
            </Button>
          }
        >
          {t('outsideText')}
        </Notice>
      </div>
      {state !== 'ready' && (
        <div className="grid place-items-center py-6">
          <Spinner label={t('outsideLoading')} />
        </div>
      )}
      {isListed && (
        <iframe
          ref={frame}
          title={t('outsideFrame')}
          src={`${FRAME_PATH}#${name}`}
          sandbox="allow-scripts allow-forms allow-popups"
          referrerPolicy="no-referrer"
          className="h-[70dvh] w-full border-0"
        />
      )}
    </Page>
  );
}

/** State that the frame told of itself: one of an origin of its own is known by its window alone. */
function useFrame() {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<ChatFrameState>();
  useEffect(() => {
    const hear = ({ data, origin, source }: MessageEvent<unknown>) => {
      if (origin !== 'null' || source === null || source !== frame.current?.contentWindow) return;
      setState((before) => frameStateOf(data) ?? before);
    };
    window.addEventListener('message', hear);
    const late = setTimeout(() => setState((before) => before ?? 'failed'), FRAME_MS_MAX);
    return () => {
      window.removeEventListener('message', hear);
      clearTimeout(late);
    };
  }, []);
  return { frame, state };
}
