import { MINUTE_MS } from '@tarazu/core/units';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { Age } from '#ui/numbers/time-text.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

/** The newest news of one instrument. */
export function InstrumentNews({ instrumentId }: { instrumentId: string }) {
  const { t } = useTranslation('market');
  const news = useCall('news', { instrumentId, limit: '5' }, { freshMs: MINUTE_MS });
  return (
    <Section title={t('news')} flush>
      <CallState query={news} data={news.data} skeleton={<SkeletonRows count={3} />}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="px-4 text-body text-muted">{t('newsEmpty')}</p>
          ) : (
            <List label={t('news')}>
              {list.map((article) => (
                <Row
                  key={article.id}
                  title={article.title}
                  detail={
                    <>
                      {article.source} · <Age atMs={article.atMs} />
                    </>
                  }
                  chevron
                  render={<PathLink href={`/pages/news/detail?id=${encodeURIComponent(article.id)}`} />}
                />
              ))}
            </List>
          )
        }
      </CallState>
    </Section>
  );
}
