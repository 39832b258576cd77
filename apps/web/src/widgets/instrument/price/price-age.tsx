import { stream } from '#client/live.ts';
import { PRICE_OLD_MS, tickerNow } from '#client/prices.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Age, useNow } from '#ui/numbers/time-text.tsx';

/** Says how old the newest of these prices is, once that is more than 5 s; takes its room in any case. */
export function PriceAge({ instrumentIds }: { instrumentIds: readonly string[] }) {
  const { t } = useTranslation('shell');
  const nowMs = useNow(1000) + stream.clockOffsetMs();
  const newestMs = Math.max(0, ...instrumentIds.map((id) => tickerNow(id)?.atMs ?? 0));
  const isOld = newestMs > 0 && nowMs - newestMs > PRICE_OLD_MS;
  return (
    <span className="inline-block min-h-4 text-small text-warn">
      {isOld && (
        <>
          {t('pricesFrom')} <Age atMs={newestMs} clockOffsetMs={stream.clockOffsetMs()} />
        </>
      )}
    </span>
  );
}
