import { BookOpenText, Clock, type LucideIcon, Scale, ShieldCheck } from 'lucide-react';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { useIsBuilt } from '#shell/navigation.ts';
import { SkeletonGroup, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { instrumentHref } from '#widgets/instrument/ids.ts';
import { PathLink } from '#widgets/session/path-link.tsx';

type Ad = CallOutput<'ads'>['list'][number];

const ART: Readonly<Record<Ad['art'], LucideIcon>> = {
  scale: Scale,
  book: BookOpenText,
  shield: ShieldCheck,
  clock: Clock,
};

/**
 * Banners side by side. Without them, or without an answer,
 * the page is simply shorter: nobody came for these.
 */
export function HomeAds() {
  const { t } = useTranslation('home');
  const ads = useCall('ads', {}, { freshMs: 300_000 });
  const list = ads.data?.list ?? [];
  if (ads.isPending) {
    return (
      <div className="mt-4 px-4">
        <SkeletonGroup label={t('banners')}>
          <SkeletonTile height={96} />
        </SkeletonGroup>
      </div>
    );
  }
  if (list.length === 0) return null;
  return (
    <section aria-label={t('banners')} className="mt-4">
      <ul className="no-scrollbar relative flex snap-x snap-mandatory gap-3 overflow-x-auto scroll-px-4 px-4">
        {list.map((ad) => (
          <li key={ad.id} className="w-[86%] shrink-0 snap-start last:snap-end only:w-full">
            <AdCard ad={ad} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AdCard({ ad }: { ad: Ad }) {
  const isBuilt = useIsBuilt();
  const className = 'flex h-full min-h-24 items-center gap-4 rounded-tile bg-brand-soft p-4';
  const content = (
    <>
      <span className="min-w-0 grow">
        <span className="block text-body font-semibold">{ad.title}</span>
        <span className="mt-0.5 block text-small text-muted">{ad.text}</span>
      </span>
      <Icon icon={ART[ad.art]} size={40} className="text-brand" />
    </>
  );
  const { instrumentId } = ad;
  const href = instrumentId === undefined ? ad.link : instrumentHref({ instrumentId });
  if (!isBuilt(href)) return <div className={className}>{content}</div>;
  return (
    <PathLink href={href} className={`${className} pressable [--pressed:var(--brand-soft)]`}>
      {content}
    </PathLink>
  );
}
