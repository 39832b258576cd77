import type { TextBlock } from '@tarazu/protocol';
import { SaxesParser, type SaxesTag } from 'saxes';

export type BlocksRead =
  | { readonly ok: true; readonly blocks: readonly TextBlock[] }
  /** The fault, with its line, for whoever wrote it. */
  | { readonly ok: false; readonly problem: string };

const BLOCKS_MAX = 100;
const HREF_MAX = 300;
const TAKEN = 'p, h2, ul, ol, li, strong, em and a are taken';
const KINDS: Readonly<Record<string, TextBlock['kind'] | undefined>> = { p: 'paragraph', h2: 'heading' };
const IN_LIST: Readonly<Record<string, TextBlock['kind'] | undefined>> = { ul: 'bullet', ol: 'number' };
const MARKS: ReadonlySet<string> = new Set(['strong', 'em', 'a']);
/** Names that writers know from HTML, beside the five of XML. */
const ENTITIES = {
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

type Run = TextBlock['runs'][number];

class HtmlProblem extends Error {
  override readonly name = 'HtmlProblem';
}

/**
 * Reads a text in a small part of HTML into lines and their parts. Whatever is not of that part is refused,
 * never dropped, and the HTML itself goes nowhere: readers get the lines, and make elements of them.
 */
export function readBlocks(html: string): BlocksRead {
  const reader = new BlockReader();
  try {
    return { ok: true, blocks: reader.read(html) };
  } catch (error) {
    if (!(error instanceof HtmlProblem)) throw error;
    return { ok: false, problem: `line ${reader.line}: ${error.message}` };
  }
}

/** The same text without its form: a line of it for each line. */
export function plainLines(blocks: readonly TextBlock[]): string[] {
  return blocks.map(({ runs }) => runs.map(({ text }) => text).join(''));
}

class BlockReader {
  readonly #parser = new SaxesParser({ fragment: true });
  readonly #blocks: TextBlock[] = [];
  /** Elements that are open, outermost first. */
  readonly #open: string[] = [];
  #kind: TextBlock['kind'] | undefined;
  #runs: Run[] = [];
  #href: string | undefined;

  constructor() {
    const parser = this.#parser;
    Object.assign(parser.ENTITIES, ENTITIES);
    parser.on('error', ({ message }) => refuse(`is not whole: ${message.replace(/^[\d:]+ /, '')}`));
    parser.on('doctype', () => refuse(`${TAKEN}, and no document type`));
    parser.on('comment', () => refuse(`${TAKEN}, and no comment`));
    parser.on('cdata', () => refuse(`${TAKEN}, and no CDATA`));
    parser.on('processinginstruction', () => refuse(`${TAKEN}, and no instruction`));
    parser.on('opentag', (tag) => this.#begin(tag));
    parser.on('closetag', (tag) => this.#end(tag.name));
    parser.on('text', (text) => this.#text(text));
  }

  get line(): number {
    return this.#parser.line;
  }

  read(html: string): readonly TextBlock[] {
    this.#parser.write(html).close();
    if (this.#blocks.length === 0) refuse('must have text');
    return this.#blocks;
  }

  #begin({ name, attributes }: SaxesTag): void {
    const parent = this.#open.at(-1);
    const kind = this.#kindOf(name, parent);
    if (kind === undefined && !this.#isPlaced(name, parent)) refuse(`<${name}> is not taken here; ${TAKEN}`);
    const href = attributesOf(name, attributes);
    if (kind !== undefined) this.#kind = kind;
    if (name === 'a') {
      if (this.#href !== undefined) refuse('a link must not stand in another one');
      this.#href = href;
    }
    this.#open.push(name);
  }

  /** Kind of the line that an element begins; undefined where it begins none. */
  #kindOf(name: string, parent: string | undefined): TextBlock['kind'] | undefined {
    if (parent === undefined) return Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    return name === 'li' && Object.hasOwn(IN_LIST, parent) ? IN_LIST[parent] : undefined;
  }

  /** Lists stand by themselves, marks in a line. */
  #isPlaced(name: string, parent: string | undefined): boolean {
    if (MARKS.has(name)) return this.#kind !== undefined && !this.#open.includes(name);
    return Object.hasOwn(IN_LIST, name) && parent === undefined;
  }

  #end(name: string): void {
    this.#open.pop();
    if (name === 'a') this.#href = undefined;
    if (MARKS.has(name) || Object.hasOwn(IN_LIST, name) || this.#kind === undefined) return;
    const runs = trimmed(this.#runs);
    if (runs.length === 0) refuse(`<${name}> must have text`);
    if (this.#blocks.length === BLOCKS_MAX) refuse(`must have at most ${BLOCKS_MAX} lines`);
    this.#blocks.push({ kind: this.#kind, runs });
    this.#kind = undefined;
    this.#runs = [];
  }

  #text(written: string): void {
    const text = written.replaceAll(/[ \t\r\n]+/g, ' ');
    if (this.#kind === undefined) {
      if (text.trim() !== '') refuse('text must stand in <p>, <h2> or <li>');
      return;
    }
    if (/\p{C}/u.test(text.replaceAll(/[\u200c\u200d]/g, ''))) refuse('must have no control characters');
    this.#runs.push({
      text,
      ...(this.#open.includes('strong') && { strong: true as const }),
      ...(this.#open.includes('em') && { emphasis: true as const }),
      ...(this.#href !== undefined && { href: this.#href }),
    });
  }
}

function refuse(problem: string): never {
  throw new HtmlProblem(problem);
}

/** Address of a link; undefined for every other element, which has no attributes. */
function attributesOf(name: string, attributes: SaxesTag['attributes']): string | undefined {
  const names = Object.keys(attributes);
  if (name !== 'a') {
    if (names.length > 0) refuse(`<${name}> takes no attributes`);
    return undefined;
  }
  const href = attributes['href'];
  if (names.length !== 1 || typeof href !== 'string') refuse('<a> takes href and nothing else');
  if (!isAddress(href))
    refuse('href must be a page of the app such as /pages/news/list, or an https address');
  return href;
}

/** A page of the app, or a whole https address without a name and password in it. */
function isAddress(href: string): boolean {
  if (href.length > HREF_MAX || /[\s\\]|\p{C}/u.test(href)) return false;
  if (/^\/pages(\/[A-Za-z]{1,40}){2}(\?[A-Za-z0-9=&:._-]*)?$/.test(href)) return true;
  if (!/^https:\/\/[a-z0-9.-]+\.[a-z]{2,}(:\d{1,5})?(\/|\?|$)/.test(href)) return false;
  return URL.canParse(href);
}

/** Without spaces at both ends, and without parts that are empty then. */
function trimmed(runs: readonly Run[]): Run[] {
  const kept: Run[] = [];
  for (const run of runs) {
    const isAfterSpace = kept.length === 0 || kept.at(-1)?.text.endsWith(' ') === true;
    const text = isAfterSpace ? run.text.replace(/^ /, '') : run.text;
    if (text !== '') kept.push({ ...run, text });
  }
  const last = kept.pop();
  if (last === undefined) return [];
  const text = last.text.trimEnd();
  return text === '' ? trimmed(kept) : [...kept, { ...last, text }];
}
