import { Fragment, type ReactNode } from 'react';

export interface MarkedTextProps {
  /** A sentence with words between marks, as `I agree to the <terms>terms</terms>.` */
  text: string;
  /** Each mark's words, drawn; words between marks that nobody knows stay as they are. */
  marks: Readonly<Record<string, (words: string) => ReactNode>>;
}

const MARKED = /<(\w+)>(.*?)<\/\1>/g;

/** A sentence whose words between marks are something else, such as a link. Nothing of it is ever markup. */
export function MarkedText({ text, marks }: MarkedTextProps) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { 0: whole, 1: mark = '', 2: words = '', index } of text.matchAll(MARKED)) {
    parts.push(text.slice(at, index), <Fragment key={index}>{marks[mark]?.(words) ?? words}</Fragment>);
    at = index + whole.length;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
