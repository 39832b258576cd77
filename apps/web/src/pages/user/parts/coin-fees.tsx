import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Section } from '#ui/layout/app-frame.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { Money, Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { FeeRates } from '#widgets/instrument/profile/fee-rates.tsx';
import { RuleVersionLink } from '#widgets/rulebook/rule-version-link.tsx';
import { useHiddenWord } from '#widgets/session/hidden-balance.tsx';

/**
 * The cost of trading coins for this account, its reason, and what the next level asks. Left out while the
 * server can not be asked.
 */
export function CoinFees() {
  const { t } = useTranslation('assets');
  const hiddenWord = useHiddenWord();
  const tier = useCall('coinAssets', {}).data?.feeTier;
  if (tier === undefined) return null;
  const rupees = (value: string) => <Money value={value} asset="INR" hiddenWord={hiddenWord} />;
  return (
    <Section title={t('fees')} help={<TermHelp label={t('fees')} terms={['makerTaker', 'feeTier']} />}>
      <Tile>
        <FactList
          facts={[
            { label: t('feeLevel'), value: <Quantity value={String(tier.tier + 1)} />, strong: true },
            { label: t('feeRates'), value: <FeeRates maker={tier.makerRate} taker={tier.takerRate} /> },
            { label: t('feeVolume', { days: tier.volumeDays }), value: rupees(tier.volumeInr) },
            { label: t('feeCounted'), value: <TimeText atMs={tier.countedUntilMs} zone /> },
            ...(tier.next === undefined
              ? []
              : [
                  { label: t('feeNextBound'), value: <Money value={tier.next.volumeMinInr} asset="INR" /> },
                  {
                    label: t('feeNextRates'),
                    value: <FeeRates maker={tier.next.makerRate} taker={tier.next.takerRate} />,
                  },
                ]),
          ]}
        />
        <p className="mt-1 text-small">
          <RuleVersionLink version={tier.ruleVersion} />
        </p>
      </Tile>
    </Section>
  );
}
