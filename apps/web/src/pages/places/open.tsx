import { useSearch } from '@tanstack/react-router';
import { MapPin, MapPinOff } from 'lucide-react';
import { languageSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { formatNumber } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { distanceKm, nearestTown, type Point } from '#widgets/places/places.ts';

/** A place by its coordinates: which town is near, and the way into the device’s own map. */
export default function OpenLocationPage() {
  const { t } = useTranslation('identity/places');
  const { latitude, longitude, name } = useSearch({ from: '/open-location' });
  const point = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
  return (
    <Page header={<BackBar title={t('openTitle')} />}>
      {point === undefined ? (
        <EmptyState icon={MapPinOff} title={t('noPlace')} detail={t('noPlaceText')} />
      ) : (
        <Place point={point} name={name} />
      )}
    </Page>
  );
}

function Place({ point, name }: { point: Point; name: string | undefined }) {
  const { t } = useTranslation('identity/places');
  const settings = useFormat();
  const isBengali = languageSlice.use() === 'bn-BN';
  const town = nearestTown(point);
  const { latitude, longitude } = point;
  const townName = town && (isBengali ? town.nameBengali : town.name);
  const number = (value: number, decimals: number) =>
    formatNumber(value.toFixed(decimals), { settings, decimalsMin: decimals });
  return (
    <div className="flex flex-col gap-5 pt-6">
      <header className="flex flex-col items-center gap-2 text-center">
        <Icon icon={MapPin} size={44} className="text-brand" />
        <h2 className="max-w-full text-title break-words">{name ?? townName ?? t('openTitle')}</h2>
      </header>
      <Tile>
        <FactList
          facts={[
            { label: t('latitude'), value: <span className="number">{number(latitude, 4)}</span> },
            { label: t('longitude'), value: <span className="number">{number(longitude, 4)}</span> },
            ...(town === undefined
              ? []
              : [
                  { label: t('near'), value: townName },
                  { label: t('distance'), value: t('km', { km: number(distanceKm(point, town), 1) }) },
                ]),
          ]}
        />
      </Tile>
      <a href={`geo:${latitude},${longitude}`} className="min-h-11 self-center py-2 font-medium text-brand">
        {t('openMap')}
      </a>
      <p className="text-center text-small text-muted">{t('openMapText')}</p>
    </div>
  );
}
