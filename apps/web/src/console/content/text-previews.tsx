import { useTranslation } from '#locales/i18n.ts';
import { TextBlocks } from '#ui/text-blocks.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { ConsoleOutput } from '../calls.ts';

type Preview = ConsoleOutput<'consoleContentCheck'>['previews'][number];

const NAMES = { 'en-US': 'previewEnglish', 'bn-BN': 'previewBengali' } as const;

/** A text as its readers will see it, in both languages side by side. */
export function TextPreviews({ previews }: { previews: readonly Preview[] }) {
  const { t } = useTranslation('console/content');
  return (
    <section>
      <h3 className="text-heading">{t('preview')}</h3>
      <div className="mt-2 grid max-w-5xl gap-4 lg:grid-cols-2">
        {previews.map(({ language, title, summary, blocks }) => (
          <section
            key={language}
            aria-label={t(NAMES[language])}
            className="min-w-0 rounded-tile border border-line p-4"
          >
            <p className="text-small text-muted">{t(NAMES[language])}</p>
            <div lang={language}>
              <p className="mt-2 text-title text-balance">{title}</p>
              {summary !== undefined && <p className="mt-2 text-body font-semibold">{summary}</p>}
              <TextBlocks
                blocks={blocks}
                pathTo={(href, words) => (
                  <TextLink render={<a href={href} target="_blank" rel="noreferrer noopener" />}>
                    {words}
                  </TextLink>
                )}
              />
            </div>
          </section>
        ))}
      </div>
    </section>
  );
}
