import { useRouter } from '@tanstack/react-router';
import { COUNTRY_CODES } from '@tarazu/core/countries';
import { LocateFixed, MapPin } from 'lucide-react';
import { useState } from 'react';
import { identityDraftSlice, languageSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { nearestTown, type Town, townsFor } from '#widgets/places/places.ts';
import { type PlaceFault, useOwnPlace } from '#widgets/places/use-own-place.ts';

/** A town for the form of documents: of a list, or where the device is. Nothing of it leaves the device. */
export default function ChooseLocationPage() {
  const { t } = useTranslation('identity/places');
  const textOf = useTownText();
  const router = useRouter();
  const [sought, setSought] = useState('');
  const [isFar, setFar] = useState(false);
  const own = useOwnPlace();
  const towns = townsFor(sought);
  const choose = (town: Town) => {
    identityDraftSlice.update((kept) => ({ ...kept, place: textOf(town) }));
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: '/pages/user/kyc', search: { step: 'document' }, replace: true });
  };
  const locate = () => {
    setFar(false);
    own.ask((point) => {
      const town = nearestTown(point);
      if (town === undefined) setFar(true);
      else choose(town);
    });
  };
  return (
    <Page flush header={<BackBar title={t('chooseTitle')} />}>
      <div className="flex flex-col gap-4 px-4 pt-4">
        <SearchField label={t('search')} clearLabel={t('clear')} value={sought} onValueChange={setSought} />
        <Button
          wide
          tone="secondary"
          loading={own.isAsking}
          icon={<Icon icon={LocateFixed} size={18} />}
          onClick={locate}
        >
          {t('useOwn')}
        </Button>
        <Told fault={isFar ? 'far' : own.fault} />
      </div>
      {towns.length === 0 && <EmptyState icon={MapPin} title={t('none')} detail={t('noneText')} />}
      {COUNTRY_CODES.map((country) => {
        const there = towns.filter((town) => town.country === country);
        if (there.length === 0) return null;
        return (
          <Section key={country} flush title={t(`country${country}`)}>
            <List label={t(`country${country}`)}>
              {there.map((town) => (
                <TownRow key={town.name} town={town} onChoose={() => choose(town)} />
              ))}
            </List>
          </Section>
        );
      })}
    </Page>
  );
}

function TownRow({ town, onChoose }: { town: Town; onChoose: () => void }) {
  const isBengali = languageSlice.use() === 'bn-BN';
  return (
    <Row
      leading={<Icon icon={MapPin} className="text-muted" />}
      title={isBengali ? town.nameBengali : town.name}
      detail={isBengali ? town.regionBengali : town.region}
      onClick={onChoose}
    />
  );
}

/** Town and region, as the form keeps them. */
function useTownText(): (town: Town) => string {
  const isBengali = languageSlice.use() === 'bn-BN';
  return (town) =>
    isBengali ? `${town.nameBengali}, ${town.regionBengali}` : `${town.name}, ${town.region}`;
}

function Told({ fault }: { fault: PlaceFault | 'far' | undefined }) {
  const { t } = useTranslation('identity/places');
  if (fault === undefined) return null;
  return (
    <Notice live tone="warn" title={t(`fault_${fault}`)}>
      {t(`fault_${fault}Text`)}
    </Notice>
  );
}
