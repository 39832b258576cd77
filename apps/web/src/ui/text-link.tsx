import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { type RenderTarget, renderAs } from './render-as.ts';

export interface TextLinkProps {
  children: ReactNode;
  /** `<Link to="…" />`, or an `<a>` for an address outside. */
  render: RenderTarget;
  /** Beside other things rather than inside a sentence: a finger has 44 px around it. */
  standing?: boolean | undefined;
}

/** A link inside a sentence: underlined, since colour alone tells nothing. */
export function TextLink({ children, render, standing = false }: TextLinkProps) {
  const className = classNames('font-medium text-brand underline underline-offset-2', standing && 'target');
  return renderAs(render, { className, children });
}
