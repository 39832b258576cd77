import { useMutation } from '@tanstack/react-query';
import { MINUTE_MS } from '@tarazu/core/values';
import { useCallback, useEffect, useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import type { ConsoleOutput } from '../calls.ts';
import { consoleCall } from '../client.ts';
import { useSayError } from '../error-text.ts';
import type { View } from './customer-types.ts';
import { useCustomerWords } from './customer-words.ts';

type Fact = View['facts'][number];
type Cell = Pick<Fact, 'name' | 'value' | 'kind'>;

export function CellValue({ cell: { name, value, kind } }: { cell: Cell }) {
  const words = useCustomerWords();
  if (value === '') return '–';
  if (kind === 'instant') return <TimeText atMs={Number(value)} />;
  return kind === 'codes' ? words.values(name, value) : value;
}

/** Facts of a part, each with why it is so; what is masked is seen for a reason. */
export function CustomerFacts({ view }: { view: View }) {
  const { t } = useTranslation('console/customer');
  const words = useCustomerWords();
  const [asked, setAsked] = useState('');
  const close = useCallback(() => setAsked(''), []);
  if (view.facts.length === 0) return null;
  return (
    <section>
      <h3 className="text-heading">{t('facts')}</h3>
      <dl className="mt-2 grid grid-cols-[max-content_1fr] items-center gap-x-6 gap-y-1 text-body">
        {view.facts.map((fact) => (
          <div key={`${fact.name} ${fact.value} ${fact.why?.by}`} className="contents">
            <dt className="text-muted">{words.fact(fact.name)}</dt>
            <dd className="flex min-w-0 flex-wrap items-center gap-x-3 break-words">
              <span>
                <CellValue cell={fact} />
              </span>
              {fact.why !== undefined && <Why why={fact.why} />}
              {fact.kind === 'masked' && view.revealReasons.length > 0 && fact.name !== asked && (
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
      {asked !== '' && <Reveal key={asked} view={view} fact={asked} onOver={close} />}
    </section>
  );
}

function Why({ why: { code, by, atMs, untilMs } }: { why: NonNullable<Fact['why']> }) {
  const { t } = useTranslation('console/customer');
  const words = useCustomerWords();
  return (
    <span className="text-small text-muted">
      {words.why(code)}
      {by !== undefined && `: ${words.values(code, by)}`}
      {atMs !== undefined && (
        <>
          {' '}
          · <TimeText zone atMs={atMs} />
        </>
      )}
      {untilMs !== undefined && (
        <>
          {' '}
          · {t('until')} <TimeText zone atMs={untilMs} />
        </>
      )}
    </span>
  );
}

/** A fact that was seen is on the screen for so long. */
const SHOWN_MS = MINUTE_MS;

function Reveal({ view, fact, onOver }: { view: View; fact: string; onOver: () => void }) {
  const { t } = useTranslation('console/customer');
  const words = useCustomerWords();
  const say = useSayError();
  const { userId, part } = view;
  const reveal = useMutation<ConsoleOutput<'consoleCustomerReveal'>, CallError, string>({
    mutationFn: (reason) => consoleCall('consoleCustomerReveal', { userId, part, fact, reason }),
    gcTime: 0,
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
          view.revealReasons.map((reason) => (
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
          {t('hide')}
        </Button>
      </div>
    </div>
  );
}
