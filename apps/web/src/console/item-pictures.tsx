import { useMutation } from '@tanstack/react-query';
import { MINUTE_MS } from '@tarazu/core/values';
import { useEffect, useRef, useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import type { ConsoleOutput } from './calls.ts';
import { consoleCall, refresh } from './client.ts';
import { useSayError } from './error-text.ts';
import { useQueueWords } from './queue-texts.ts';

interface ItemPicturesProps {
  queue: string;
  id: string;
  pictures: ConsoleOutput<'consoleOpen'>['pictures'];
}

/** A photo that was loaded is on the screen for so long. */
const SHOWN_MS = 2 * MINUTE_MS;

/** Photos, each loaded when it is asked for and shown alone: every look is written down. */
export function ItemPictures({ queue, id, pictures }: ItemPicturesProps) {
  const { t } = useTranslation('console');
  const words = useQueueWords()(queue);
  const say = useSayError();
  const look = useMutation<ConsoleOutput<'consolePicture'>, CallError, string>({
    mutationFn: (picture) => consoleCall('consolePicture', { queue, id, picture }),
    gcTime: 0,
    onSuccess: refresh,
    onError: say,
  });
  const { data, variables: shown, reset } = look;
  useEffect(() => {
    if (data === undefined) return undefined;
    const timer = setTimeout(reset, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [data, reset]);
  return (
    <section>
      <h3 className="text-heading">{t('photos')}</h3>
      <p className="text-small text-muted">{t('photosHelp')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {pictures.map(({ name, width, height }) => (
          <Button
            key={name}
            size="medium"
            tone="secondary"
            loading={look.isPending && shown === name}
            disabled={look.isPending && shown !== name}
            onClick={() => look.mutate(name)}
          >
            {t('showPhoto', { name: words.picture(name) })} ({width} × {height})
          </Button>
        ))}
      </div>
      {data !== undefined && shown !== undefined && (
        <Picture key={shown} picture={data} name={words.picture(shown)} onHide={reset} />
      )}
    </section>
  );
}

interface PictureProps {
  picture: ConsoleOutput<'consolePicture'>;
  name: string;
  onHide: () => void;
}

function Picture({ picture, name, onHide }: PictureProps) {
  const { t } = useTranslation('console');
  const [isWhole, setWhole] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className="mt-3 flex flex-col items-start gap-2 print:hidden">
      <section
        aria-label={t('photoOf', { name })}
        // A photo larger than its box is moved by the arrow keys.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys
        tabIndex={0}
        className="max-h-[70dvh] max-w-full overflow-auto rounded-tile border border-line bg-sunken"
      >
        <img
          src={`data:${picture.type};base64,${picture.content}`}
          alt={t('photoOf', { name })}
          draggable={false}
          className={isWhole ? 'max-w-none' : 'max-h-[70dvh] max-w-full'}
        />
      </section>
      <div className="flex flex-wrap gap-2">
        <Button size="medium" tone="quiet" onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'photoFit' : 'photoWhole')}
        </Button>
        <Button size="medium" tone="quiet" onClick={onHide}>
          {t('hidePhoto')}
        </Button>
      </div>
    </div>
  );
}
