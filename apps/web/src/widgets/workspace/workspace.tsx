import { Grid2x2Plus, Keyboard, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { lastInstrumentSlice, orderDraftsSlice, systemTradeTypeSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productAt } from '#products/list.ts';
import { TabPageBar } from '#shell/app-bars.tsx';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { InstrumentPicker } from '#widgets/instrument/lists/instrument-picker.tsx';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import type { Side } from '#widgets/ticket/checks/terms.ts';
import { draftLimit } from '#widgets/ticket/draft-limit.ts';
import { ChartGrid } from './chart-grid.tsx';
import { OrdersPanel, PositionsPanel } from './own-panels.tsx';
import { ShortcutList } from './shortcut-list.tsx';
import { type ShortcutActions, useShortcuts } from './shortcuts.ts';
import { Split } from './split.tsx';
import { focusQuantity, TicketColumn } from './ticket-column.tsx';
import { useWatched, WatchPanel } from './watch-panel.tsx';
import {
  activeOf,
  CHARTS_MAX,
  chartsOf,
  type WorkspaceChart,
  withCount,
  workspaceSlice,
} from './workspace-slice.ts';

export interface WorkspaceProps {
  instrumentId: string;
  /** More buttons of the page's bar. */
  trailing: ReactNode;
}

type Layer = 'none' | 'find' | 'keys';

/** Everything of a trading day beside each other: watchlist, charts, ticket, book, orders, positions. */
export function Workspace({ instrumentId, trailing }: WorkspaceProps) {
  const { t } = useTranslation('workspace');
  const [side, setSide] = useState<Side>('buy');
  const [layer, setLayer] = useState<Layer>('none');
  const board = useBoard(instrumentId);
  const { list } = useWatched();
  const watched = list?.map((row) => row.instrumentId) ?? [];
  useShortcuts(keysOf({ instrumentId, watched, board, setSide, setLayer }), workspaceSlice.use().hasKeys);
  const bar = (
    <TabPageBar
      title={t('trade')}
      trailing={
        <>
          <IconButton icon={Search} label={t('keyFind')} onClick={() => setLayer('find')} />
          <IconButton
            icon={Grid2x2Plus}
            label={t('chartCount', { shown: String(board.charts.length) })}
            onClick={board.cycle}
          />
          <IconButton icon={Keyboard} label={t('shortcuts')} onClick={() => setLayer('keys')} />
          {trailing}
        </>
      }
    />
  );
  return (
    <Page flush room="workspace" header={bar}>
      <div className="-mb-6 h-[calc(100dvh-var(--bar-top)-3.5rem)] min-h-120 border-t border-line">
        <Panels {...{ instrumentId, side, setSide, board }} />
      </div>
      <InstrumentPicker
        open={layer === 'find'}
        onOpenChange={() => setLayer('none')}
        side={productAt(instrumentId).section}
        onChoose={(chosen) => board.choose(chosen.instrumentId)}
      />
      <ShortcutList open={layer === 'keys'} onOpenChange={() => setLayer('none')} />
    </Page>
  );
}

interface PanelsProps {
  instrumentId: string;
  side: Side;
  setSide: (side: Side) => void;
  board: Board;
}

function Panels({ instrumentId, side, setSide, board }: PanelsProps) {
  const { t } = useTranslation('workspace');
  const { query, profile } = useInstrument(instrumentId);
  const { section } = productAt(instrumentId);
  const label = t('resize');
  const own = (
    <Split
      id="own"
      orientation="horizontal"
      label={label}
      parts={[
        { id: 'orders', content: <OrdersPanel section={section} />, share: 50, minPx: 200 },
        { id: 'positions', content: <PositionsPanel section={section} />, share: 50, minPx: 200 },
      ]}
    />
  );
  const middle = (
    <Split
      id="middle"
      orientation="vertical"
      label={label}
      parts={[
        { id: 'charts', content: <ChartGrid {...board} />, share: 68, minPx: 220 },
        { id: 'own', content: own, share: 32, minPx: 96 },
      ]}
    />
  );
  const right = (
    <CallState query={query} data={profile} skeleton={<SkeletonTile height={320} />}>
      {(found) => <TicketColumn profile={found} side={side} onSideChange={setSide} />}
    </CallState>
  );
  return (
    <Split
      id="whole"
      orientation="horizontal"
      label={label}
      parts={[
        {
          id: 'watch',
          content: <WatchPanel instrumentId={instrumentId} onChoose={board.choose} />,
          share: 18,
          minPx: 168,
        },
        { id: 'middle', content: middle, share: 54, minPx: 320 },
        { id: 'right', content: right, share: 28, minPx: 300 },
      ]}
    />
  );
}

type Board = ReturnType<typeof useBoard>;

/** The charts, and which of them the rest follows. */
function useBoard(instrumentId: string) {
  const kept = workspaceSlice.use();
  const charts = chartsOf(kept, instrumentId);
  const active = activeOf(kept);
  const keep = (next: readonly WorkspaceChart[], place: number) =>
    workspaceSlice.update((before) => ({ ...before, charts: next, active: place }));
  const follow = (chosen: string) => {
    const { section } = productAt(chosen);
    lastInstrumentSlice.update((last) => ({ ...last, [section]: chosen }));
    systemTradeTypeSlice.set(section);
  };
  useEffect(() => {
    const { section } = productAt(instrumentId);
    lastInstrumentSlice.update((last) => ({ ...last, [section]: instrumentId }));
  }, [instrumentId]);
  const activate = (place: number) => {
    const chart = charts[place];
    if (chart === undefined) return;
    keep(charts, place);
    follow(chart.instrumentId);
  };
  return {
    charts,
    active,
    onActivate: activate,
    onClose: (place: number) => {
      const left = charts.filter((_, other) => other !== place);
      const [first] = left;
      if (first === undefined) return;
      const next = place === active ? 0 : Math.max(0, left.indexOf(charts[active] ?? first));
      keep(left, next);
      follow((left[next] ?? first).instrumentId);
    },
    onInterval: (place: number, interval: WorkspaceChart['interval']) =>
      keep(
        charts.map((chart, other) => (other === place ? { ...chart, interval } : chart)),
        active,
      ),
    /** One chart, two, four, one: new ones begin with what is watched now. */
    cycle: () => {
      const count = charts.length === 1 ? 2 : charts.length < CHARTS_MAX ? CHARTS_MAX : 1;
      keep(withCount(charts, active, count), count === 1 ? 0 : active);
    },
    next: () => activate((active + 1) % charts.length),
    choose: (chosen: string) => {
      keep(
        charts.map((chart, place) => (place === active ? { ...chart, instrumentId: chosen } : chart)),
        active,
      );
      follow(chosen);
    },
  };
}

interface Keys {
  instrumentId: string;
  watched: readonly string[];
  board: Board;
  setSide: (side: Side) => void;
  setLayer: (layer: Layer) => void;
}

/** No key sends anything: they lead to the ticket, whose button does, beside the cost. */
function keysOf({ instrumentId, watched, board, setSide, setLayer }: Keys): ShortcutActions {
  const begin = (side: Side) => () => {
    setSide(side);
    focusQuantity();
  };
  const walk = (step: number) => () => {
    const place = watched.indexOf(instrumentId);
    const next = watched.at(place < 0 ? 0 : (place + step) % watched.length);
    if (next !== undefined) board.choose(next);
  };
  return {
    keyBuy: begin('buy'),
    keySell: begin('sell'),
    keyMarket: () => {
      orderDraftsSlice.update((drafts) => ({
        ...drafts,
        [instrumentId]: { ...drafts[instrumentId], type: 'market' },
      }));
      focusQuantity();
    },
    keyLimit: () => {
      draftLimit(instrumentId);
      focusQuantity();
    },
    keyFind: () => setLayer('find'),
    keyNext: walk(1),
    keyPrevious: walk(-1),
    keyNextChart: board.next,
    keyCharts: board.cycle,
    keyOrders: () => document.getElementById('workspace-orders')?.focus(),
    keyPositions: () => document.getElementById('workspace-positions')?.focus(),
    keyList: () => setLayer('keys'),
  };
}
