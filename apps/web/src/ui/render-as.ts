import { cloneElement, type ReactElement, type ReactNode } from 'react';

/** An element that a component draws itself into: `<Link to="…" />` of the router, for one. */
export type RenderTarget = ReactElement<{
  className?: string | undefined;
  children?: ReactNode;
  'aria-label'?: string | undefined;
  'aria-current'?: 'page' | undefined;
}>;

export interface RenderedProps {
  className: string;
  children: ReactNode;
  'aria-label'?: string | undefined;
  'aria-current'?: 'page' | undefined;
}

export function renderAs(target: RenderTarget, props: RenderedProps): ReactElement {
  return cloneElement(target, props);
}
