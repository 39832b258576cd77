import type { ReactNode } from 'react';
import { type RenderTarget, renderAs } from './render-as.ts';

export interface TextLinkProps {
  children: ReactNode;
  /** `<Link to="…" />`, or an `<a>` for an address outside. */
  render: RenderTarget;
}

/** A link inside a sentence: underlined, since colour alone tells nothing. */
export function TextLink({ children, render }: TextLinkProps) {
  return renderAs(render, { className: 'font-medium text-brand underline underline-offset-2', children });
}
