import { chartMainSlice, chartSubSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Chips } from '#ui/fields/choice.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import {
  DRAWINGS,
  type Drawing,
  MAIN_INDICATORS,
  mainIndicatorOf,
  SUB_INDICATORS,
  subIndicatorOf,
} from './indicators.ts';

interface ToolSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Which line lies over the candles and which stands below them; kept for the next visit, as the spec has it.
 */
export function IndicatorSheet({ open, onOpenChange }: ToolSheetProps) {
  const { t } = useTranslation('market');
  const main = mainIndicatorOf(chartMainSlice.use());
  const sub = subIndicatorOf(chartSubSlice.use());
  const item = <Name extends string>(name: Name) => ({
    value: name,
    label: name === 'NONE' ? t('indicatorNone') : name,
  });
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('indicators')} closeLabel={t('close')}>
      <div className="-mr-3 flex items-center justify-between">
        <h3 className="text-small font-medium text-muted">{t('indicatorMain')}</h3>
        <TermHelp label={t('indicatorMain')} terms={MAIN_INDICATORS.filter((name) => name !== 'NONE')} />
      </div>
      <Chips
        label={t('indicatorMain')}
        className="-mx-1 flex-wrap"
        items={MAIN_INDICATORS.map(item)}
        value={main}
        onValueChange={(name) => chartMainSlice.set(name)}
      />
      <div className="-mr-3 mt-4 flex items-center justify-between">
        <h3 className="text-small font-medium text-muted">{t('indicatorSub')}</h3>
        <TermHelp label={t('indicatorSub')} terms={SUB_INDICATORS.filter((name) => name !== 'NONE')} />
      </div>
      <Chips
        label={t('indicatorSub')}
        className="-mx-1 flex-wrap"
        items={SUB_INDICATORS.map(item)}
        value={sub}
        onValueChange={(name) => chartSubSlice.set(name)}
      />
      <p className="mt-4 text-small text-muted">{t('smaNote')}</p>
    </Sheet>
  );
}

export interface DrawingSheetProps extends ToolSheetProps {
  onDraw: (drawing: Drawing) => void;
  onClear: () => void;
}

export function DrawingSheet({ open, onOpenChange, onDraw, onClear }: DrawingSheetProps) {
  const { t } = useTranslation('market');
  const clear = (
    <Button tone="secondary" size="medium" onClick={onClear}>
      {t('drawClear')}
    </Button>
  );
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('draw')}
      description={t('drawText')}
      closeLabel={t('close')}
      footer={clear}
    >
      <div className="-mx-5">
        <List label={t('draw')}>
          {DRAWINGS.map((drawing) => (
            <Row key={drawing} compact title={t(`draw_${drawing}`)} onClick={() => onDraw(drawing)} />
          ))}
        </List>
      </div>
    </Sheet>
  );
}
