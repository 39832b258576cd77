import { Link } from '@tanstack/react-router';
import { MINUTE_MS } from '@tarazu/core/units';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { useRuleWords } from '#widgets/rulebook/rule-words.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { filledText, rulesIn } from './how-values.tsx';
import { type HowTopic, TOPICS } from './topics.ts';

export interface HowSheetProps {
  topic: HowTopic;
  open: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** How a page works, with the numbers of the rulebook of today, and the rules that they come from. */
export default function HowSheet({ topic, open, onOpenChange }: HowSheetProps) {
  const { t } = useTranslation('rules/how');
  const query = useCall('rulebook', {}, { enabled: open, freshMs: MINUTE_MS });
  const wordOf = useRuleWords();
  const texts = TOPICS[topic].map((key) => ({ key, text: t(key) }));
  const names = [...new Set(texts.flatMap(({ text }) => rulesIn(text)))];
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('title')} closeLabel={t('close')}>
      <CallState query={query} data={query.data} skeleton={<SkeletonText lines={8} />}>
        {({ rules }) => (
          <div className="flex flex-col gap-3 pb-4">
            {texts.map(({ key, text }) => {
              const filled = filledText(text, rules);
              return filled && <p key={key}>{filled}</p>;
            })}
            {names.length > 0 && (
              <section>
                <h3 className="text-small font-semibold">{t('rules')}</h3>
                <ul className="flex flex-col">
                  {names.map((name) => {
                    const version = rules.find(({ rule }) => rule === name)?.inForce?.version;
                    const search = version === undefined ? {} : { version };
                    return (
                      <li key={name} className="flex min-h-11 items-center">
                        <TextLink
                          standing
                          render={
                            <Link
                              to="/pages/common/rulebook"
                              search={search}
                              activeOptions={{ exact: true }}
                            />
                          }
                        >
                          {wordOf('rule', name)}
                        </TextLink>
                      </li>
                    );
                  })}
                </ul>
              </section>
            )}
            <p className="text-small text-muted">{t('today')}</p>
          </div>
        )}
      </CallState>
    </Sheet>
  );
}
