import type { OwnFill, OwnOrder } from '@tarazu/protocol';
import { useEffect, useMemo, useRef } from 'react';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productAt } from '#products/list.ts';
import { useOrderActions } from '#widgets/orders/order-actions.tsx';
import { isChangeable, isPriced, isTriggerOpen } from '#widgets/orders/words.ts';
import type { Mark } from './engine/own-marks.ts';
import { drawnAt, LineHandle, type OwnLine } from './line-handle.tsx';
import type { ChartInstrument, MountedChart } from './use-chart.ts';

interface OwnOnChartProps {
  instrument: ChartInstrument;
  chart: MountedChart;
}

const LINES_MAX = '20';
const FILLS_MAX = '50';

/** Own open orders as lines that can be drawn elsewhere, own fills, and the acts of the company. */
export function OwnOnChart({ instrument, chart }: OwnOnChartProps) {
  const { isSignedIn } = useSession();
  const { instrumentId } = instrument;
  const { calls } = productAt(instrumentId);
  const enabled = isSignedIn;
  const asked = { state: 'live', instrumentId, limit: LINES_MAX } as const;
  const orders = useCall(calls.orders, asked, { enabled });
  const fills = useCall(calls.fills, { instrumentId, limit: FILLS_MAX }, { enabled });
  const { actions, layers } = useOrderActions();
  useMarks(chart, fills.data?.list ?? NO_FILLS, instrument);
  const lines = useLines(chart, orders.data?.list ?? NO_ORDERS, instrument);
  return (
    <>
      {lines.map((line) => (
        <LineHandle
          key={line.id}
          line={line}
          instrument={instrument}
          chart={chart}
          onChange={(price) => actions.modify(line.order, { [line.of]: price })}
          onOpen={() => actions.open(line.order)}
        />
      ))}
      {layers}
    </>
  );
}

const NO_ORDERS: readonly OwnOrder[] = [];
const NO_FILLS: readonly OwnFill[] = [];

/** Each price of each order: the limit, and the trigger that it waits for. */
function linesOf(orders: readonly OwnOrder[]): Omit<OwnLine, 'place'>[] {
  return orders.flatMap((order) => {
    const canChange = isChangeable(order);
    const limit = isPriced(order) ? [{ of: 'price', price: order.priceLimit } as const] : [];
    const waits = order.waitsFor === 'trigger' ? order.triggerPrice : undefined;
    const trigger = waits === undefined ? [] : [{ of: 'trigger', price: waits } as const];
    return [...limit, ...trigger].map((line) => ({
      ...line,
      id: `${order.id}:${line.of}`,
      order,
      canChange: canChange && (line.of === 'price' || isTriggerOpen(order)),
    }));
  });
}

function useLines(
  { handle, isReady }: MountedChart,
  orders: readonly OwnOrder[],
  { quoteAsset }: ChartInstrument,
): readonly OwnLine[] {
  const lines = useMemo(
    () => linesOf(orders).map((line) => ({ ...line, place: { current: undefined } })),
    [orders],
  );
  useEffect(() => {
    if (!isReady) return undefined;
    const chart = handle.current;
    chart?.setLines(lines.map((line) => drawnAt(line, line.price, quoteAsset)));
    return () => chart?.setLines([]);
  }, [handle, isReady, lines, quoteAsset]);
  return lines;
}

/** The hour at which a record date is shown: noon of that day in India. */
const RECORD_HOUR = 'T12:00:00+05:30';

function useMarks(
  { handle, isReady }: MountedChart,
  fills: readonly OwnFill[],
  { corporateActions }: ChartInstrument,
): void {
  const { t } = useTranslation('market');
  const latest = useRef<readonly Mark[]>([]);
  const marks = useMemo(
    () => [
      ...fills.map(({ id, atMs, side }): Mark => ({ id, atMs, kind: side, text: t(`mark_${side}`) })),
      ...(corporateActions ?? []).map(
        ({ id, recordDate, kind }): Mark => ({
          id,
          atMs: Date.parse(`${recordDate}${RECORD_HOUR}`),
          kind: 'action',
          text: t(`mark_${kind}`),
        }),
      ),
    ],
    [fills, corporateActions, t],
  );
  useEffect(() => {
    latest.current = marks;
    if (!isReady) return undefined;
    const chart = handle.current;
    chart?.setMarks(marks);
    return chart?.onBars(() => chart.setMarks(latest.current));
  }, [handle, isReady, marks]);
}
