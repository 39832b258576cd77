import { useMutation } from '@tanstack/react-query';
import { MINUTE_MS } from '@tarazu/core/values';
import { useCallback, useEffect, useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import type { ConsoleOutput } from './calls.ts';
import { consoleCall, refresh } from './client.ts';
import { useSayError } from './error-text.ts';
import { useQueueWords } from './queue-texts.ts';

type Item = ConsoleOutput<'consoleOpen'>;
type Fact = Item['facts'][number];

interface ItemFactsProps {
  queue: string;
  id: string;
  item: Item;
  staff: ConsoleOutput<'consoleHome'>['staff'];
}

/** Facts of a thing; what is masked is seen one at a time, for a reason. */
export function ItemFacts({ queue, id, item, staff }: ItemFactsProps) {
  const { t } = useTranslation('console');
  const words = useQueueWords()(queue);
  const [asked, setAsked] = useState('');
  const close = useCallback(() => setAsked(''), []);
  const mayReveal = item.revealReasons.length > 0 && !staff.roles.every((role) => role === 'auditor');
  const isAsked = item.facts.some(({ name, kind }) => name === asked && kind === 'masked');
  return (
    <section>
      <h3 className="text-heading">{t('facts')}</h3>
      <dl className="mt-2 grid grid-cols-[max-content_1fr] items-center gap-x-6 gap-y-1 text-body">
        {item.facts.map((fact) => (
          <div key={`${fact.name} ${fact.value}`} className="contents">
            <dt className="text-muted">{words.fact(fact.name)}</dt>
            <dd className="flex min-w-0 flex-wrap items-center gap-x-3 break-words">
              <FactValue queue={queue} fact={fact} />
              {mayReveal && fact.kind === 'masked' && fact.name !== asked && (
                <Button
                  size="medium"
                  tone="quiet"
                  aria-label={t('showFact', { name: words.fact(fact.name) })}
                  onClick={() => setAsked(fact.name)}
                >
                  {t('show')}
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isAsked && <Reveal key={asked} {...{ queue, id, fact: asked, item }} onOver={close} />}
    </section>
  );
}

function FactValue({ queue, fact: { value, kind } }: { queue: string; fact: Fact }) {
  const words = useQueueWords()(queue);
  if (kind === 'instant') return <TimeText zone atMs={Number(value)} />;
  return <span>{kind === 'codes' ? words.values(value) : value}</span>;
}

/** A fact that was seen is on the screen for so long. */
const SHOWN_MS = MINUTE_MS;

interface RevealProps extends Pick<ItemFactsProps, 'queue' | 'id' | 'item'> {
  fact: string;
  onOver: () => void;
}

function Reveal({ queue, id, fact, item, onOver }: RevealProps) {
  const { t } = useTranslation('console');
  const words = useQueueWords()(queue);
  const say = useSayError();
  const reveal = useMutation<ConsoleOutput<'consoleReveal'>, CallError, string>({
    mutationFn: (reason) => consoleCall('consoleReveal', { queue, id, fact, reason }),
    gcTime: 0,
    onSuccess: refresh,
    onError: say,
  });
  const value = reveal.data?.value;
  useEffect(() => {
    if (value === undefined) return undefined;
    const timer = setTimeout(onOver, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [value, onOver]);
  return (
    <div className="mt-3 max-w-2xl rounded-tile bg-sunken p-3" aria-live="polite">
      <p className="text-body">
        <span className="text-muted">{words.fact(fact)}: </span>
        {value === undefined ? t('showWhy') : <strong className="number">{value}</strong>}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {value === undefined &&
          item.revealReasons.map((reason) => (
            <Button
              key={reason}
              size="medium"
              tone="secondary"
              loading={reveal.isPending && reveal.variables === reason}
              onClick={() => reveal.mutate(reason)}
            >
              {words.revealReason(reason)}
            </Button>
          ))}
        <Button size="medium" tone="quiet" onClick={onOver}>
          {t(value === undefined ? 'cancel' : 'hide')}
        </Button>
      </div>
    </div>
  );
}
