import { useTranslation } from '#locales/i18n.ts';

const SECTORS = [
  'banking',
  'technology',
  'energy',
  'healthcare',
  'consumer',
  'automotive',
  'metals',
  'infrastructure',
  'chemicals',
  'media',
] as const;

/** A sector in words; one of another market as it is named there. */
export function useSectorName(): (sector: string) => string {
  const { t } = useTranslation('market');
  return (sector) => {
    const known = SECTORS.find((one) => one === sector);
    return known === undefined ? sector : t(`sector_${known}`);
  };
}
