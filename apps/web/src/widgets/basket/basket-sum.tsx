import { useEffect, useRef } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { shareSymbolOf } from '#products/delivery/assets.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { FactList } from '#ui/layout/tile.tsx';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';

/**
 * The amounts that the whole basket sets aside and costs at most, or that nothing of it will be placed as it
 * stands.
 */
export function BasketSum({ preview }: { preview: CallOutput<'basketPreview'> }) {
  const { t } = useTranslation('basket');
  const place = useRef<HTMLDivElement>(null);
  // The button that asked stands at the foot of the screen, and the answer may be far from what was in view.
  useEffect(() => {
    if (preview.legs.length > 0) place.current?.scrollIntoView({ block: 'center' });
  }, [preview]);
  if (!preview.isAccepted) {
    return (
      <div ref={place} className="px-4">
        <Notice tone="danger" title={t('refusedTitle')} live>
          {t('refusedText')}
        </Notice>
      </div>
    );
  }
  const money = (list: readonly { asset: string; amount: string }[], label: string) =>
    list.map(({ asset, amount }) => ({
      label: `${label} (${shortAsset(asset)})`,
      value: <PlainMoney value={amount} asset={shortAsset(asset)} />,
      strong: true,
    }));
  return (
    <section
      ref={place}
      aria-label={t('sumTitle')}
      className="mx-4 rounded-tile bg-sunken p-4"
      aria-live="polite"
    >
      <h2 className="text-body font-semibold">{t('sumTitle')}</h2>
      <div className="mt-2">
        <FactList facts={[...money(preview.held, t('held')), ...money(preview.charges, t('charges'))]} />
      </div>
      <p className="mt-2 text-small text-muted">{t('honest')}</p>
    </section>
  );
}

/** Shares are set aside by their own name. */
function shortAsset(asset: string): string {
  return shareSymbolOf(asset) ?? asset;
}
