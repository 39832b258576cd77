import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { type RenderTarget, renderAs } from '#ui/render-as.ts';

export interface TileProps {
  children: ReactNode;
  render?: RenderTarget | undefined;
  /** No inner space, for lists inside. */
  flush?: boolean | undefined;
  className?: string | undefined;
}

/** A soft field that groups what belongs together, where others would draw a border. */
export function Tile({ children, render, flush = false, className }: TileProps) {
  const names = classNames('block rounded-tile bg-sunken', !flush && 'p-4', className);
  if (render !== undefined) return renderAs(render, { className: classNames(names, 'pressable'), children });
  return <div className={names}>{children}</div>;
}

export interface Stat {
  label: string;
  /** The "?" that explains the label. */
  help?: ReactNode;
  value: ReactNode;
}

export interface StatGridProps {
  stats: readonly Stat[];
  columns?: 2 | 3 | undefined;
}

/**
 * Labels with numbers below, on one line across a row, as a definition
 * list. Three columns become two where a phone is very narrow.
 */
export function StatGrid({ stats, columns = 3 }: StatGridProps) {
  return (
    <dl
      className={classNames(
        'grid gap-x-3 gap-y-4 rounded-tile bg-sunken p-4',
        columns === 3 ? 'grid-cols-3 max-[359px]:grid-cols-2' : 'grid-cols-2',
      )}
    >
      {stats.map((stat) => (
        <div key={stat.label} className="row-span-2 grid min-w-0 grid-rows-subgrid gap-y-1">
          <dt className="flex items-center text-small text-muted">
            {stat.label}
            {stat.help !== undefined && <span className="-my-3.5 -ml-2">{stat.help}</span>}
          </dt>
          <dd className="text-body font-semibold">{stat.value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface FactListProps {
  facts: readonly (Stat & { strong?: boolean | undefined })[];
}

/** Label left, number right, one a line: charges, the worst case, what is left afterwards. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="flex flex-col gap-2">
      {facts.map((fact) => (
        <div
          key={fact.label}
          className={classNames(
            'flex flex-wrap justify-between gap-x-4',
            fact.help === undefined ? 'items-baseline' : 'min-h-11 items-center',
          )}
        >
          <dt className="flex items-center text-small text-muted">
            {fact.label}
            {fact.help}
          </dt>
          <dd
            className={classNames(
              // Words wrap beside their label; a number is never broken and takes a line of its own before.
              'ml-auto text-right [&:not(:has(.number))]:max-w-[65%]',
              fact.strong === true ? 'text-heading' : 'text-body font-medium',
            )}
          >
            {fact.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
