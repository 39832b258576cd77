import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productAt } from '#products/list.ts';
import { Chips } from '#ui/fields/choice.tsx';
import { Switch } from '#ui/fields/toggle.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { symbolOf } from '#widgets/instrument/ids.ts';
import { CHART_KINDS, changeChart, chartSettingsSlice } from './chart-settings.ts';
import type { ChartInstrument } from './use-chart.ts';

interface LookSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  instrument: ChartInstrument;
}

/** The kind of the picture, what it is compared with, and what else lies on it. */
export function LookSheet({ open, onOpenChange, instrument }: LookSheetProps) {
  const { t } = useTranslation('market');
  const { kind, isLegendFolded, showsOwn } = chartSettingsSlice.use();
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('chartLook')} closeLabel={t('close')}>
      <Titled title={t('chartKind')} terms={['candles', 'heikinAshi', 'lineChart']}>
        <Chips
          label={t('chartKind')}
          className="-mx-1 flex-wrap"
          items={CHART_KINDS.map((value) => ({ value, label: t(`chartKind_${value}`) }))}
          value={kind}
          onValueChange={(chosen) => changeChart({ kind: chosen })}
        />
      </Titled>
      {open && <CompareChoice instrument={instrument} />}
      <Switch
        label={t('legend')}
        checked={!isLegendFolded}
        onCheckedChange={(isShown) => changeChart({ isLegendFolded: !isShown })}
      />
      {instrument.kind !== 'index' && (
        <Switch
          label={t('showOwn')}
          detail={t('showOwnText')}
          checked={showsOwn}
          onCheckedChange={(isShown) => changeChart({ showsOwn: isShown })}
        />
      )}
    </Sheet>
  );
}

function Titled({
  title,
  terms,
  children,
}: {
  title: string;
  terms: Parameters<typeof TermHelp>[0]['terms'];
  children: React.ReactNode;
}) {
  return (
    <section aria-label={title} className="pb-2">
      <div className="-mr-3 flex items-center justify-between">
        <h3 className="text-small font-medium text-muted">{title}</h3>
        <TermHelp label={title} terms={terms} />
      </div>
      {children}
    </section>
  );
}

/** Both ways in percent, from the left edge of what is seen. */
function CompareChoice({ instrument }: { instrument: ChartInstrument }) {
  const { t } = useTranslation('market');
  const settings = chartSettingsSlice.use();
  const { setting, to } = productAt(instrument.instrumentId).compared;
  const indices = useCall('indicesList', {}, { enabled: to === 'indices' });
  const known =
    to === 'indices'
      ? (indices.data?.list ?? [])
      : to.map((id) => ({ instrumentId: id, name: symbolOf(id) }));
  const others = known.filter(({ instrumentId }) => instrumentId !== instrument.instrumentId);
  const items = [
    { value: '', label: t('indicatorNone') },
    ...others.map(({ instrumentId, name }) => ({ value: instrumentId, label: name })),
  ];
  return (
    <Titled title={t('compare')} terms={['comparison']}>
      <Chips
        label={t('compare')}
        className="-mx-1 flex-wrap"
        items={items}
        value={settings[setting]}
        onValueChange={(chosen) => changeChart({ [setting]: chosen })}
      />
    </Titled>
  );
}
