import { Fragment, type ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { storeSizes, workspaceSlice } from './workspace-slice.ts';

export interface SplitPart {
  readonly id: string;
  readonly content: ReactNode;
  /** In percent of the group, until a person draws the line elsewhere. */
  readonly share: number;
  /** The least that is still of use, in px. */
  readonly minPx: number;
}

export interface SplitProps {
  id: string;
  orientation: 'horizontal' | 'vertical';
  parts: readonly SplitPart[];
  /** Names the lines between the parts, which keys and fingers move. */
  label: string;
}

const LINE =
  'group relative shrink-0 bg-line outline-none transition-colors focus-visible:bg-brand data-[separator=hover]:bg-line-strong data-[separator=active]:bg-brand data-[separator=focus]:bg-brand';

/** Panels beside or above each other; the sizes that a person gave them are kept. */
export function Split({ id, orientation, parts, label }: SplitProps) {
  const sizes = workspaceSlice.get().sizes[id];
  const isKnown = sizes !== undefined && parts.every((part) => sizes[part.id] !== undefined);
  const shares = Object.fromEntries(parts.map((part) => [part.id, part.share]));
  const line = orientation === 'horizontal' ? 'w-1.5' : 'h-1.5';
  return (
    <Group
      id={id}
      orientation={orientation}
      defaultLayout={isKnown ? { ...sizes } : shares}
      onLayoutChanged={(layout) => storeSizes(id, layout)}
    >
      {parts.map((part, place) => (
        <Fragment key={part.id}>
          {place > 0 && <Separator aria-label={label} className={`${LINE} ${line}`} />}
          <Panel id={part.id} minSize={part.minPx} className="min-h-0 min-w-0">
            {part.content}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}
