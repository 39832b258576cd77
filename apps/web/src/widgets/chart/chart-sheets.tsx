import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { ChartTable } from './chart-table.tsx';
import { FullChart } from './full-chart.tsx';
import { IndicatorSheet } from './indicator-sheet.tsx';
import { DRAWINGS, type Drawing } from './indicators.ts';
import type { ChartLayersProps } from './layers-props.ts';
import { LookSheet } from './look-sheet.tsx';

/** Every layer that the chart's bar opens. */
export function ChartSheets({ layer, onClose, instrument, interval, chart, ...props }: ChartLayersProps) {
  const draw = (drawing: Drawing) => {
    onClose();
    chart.handle.current?.draw(drawing);
  };
  return (
    <>
      <IndicatorSheet open={layer === 'indicators'} onOpenChange={onClose} />
      <LookSheet open={layer === 'look'} onOpenChange={onClose} instrument={instrument} />
      <DrawingSheet
        open={layer === 'draw'}
        onOpenChange={onClose}
        onDraw={draw}
        onClear={() => chart.handle.current?.clearDrawings()}
      />
      <ChartTable
        open={layer === 'table'}
        onOpenChange={onClose}
        title={props.title}
        candles={props.candles}
        interval={interval}
        quoteAsset={instrument.quoteAsset}
      />
      <FullChart open={layer === 'full'} onOpenChange={onClose} instrument={instrument}>
        {props.full}
      </FullChart>
    </>
  );
}

interface DrawingSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDraw: (drawing: Drawing) => void;
  onClear: () => void;
}

function DrawingSheet({ open, onOpenChange, onDraw, onClear }: DrawingSheetProps) {
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
      <div className="-mx-4">
        <List label={t('draw')}>
          {DRAWINGS.map((drawing) => (
            <Row key={drawing} compact title={t(`draw_${drawing}`)} onClick={() => onDraw(drawing)} />
          ))}
        </List>
      </div>
    </Sheet>
  );
}
