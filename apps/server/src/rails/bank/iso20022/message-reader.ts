import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { Child, ElementRule, MessageFormat } from '#rails/bank/iso20022/format.ts';

/** A message that is none of its format, or larger than one may be: nothing of it is used. */
export class MessageProblem extends Error {
  override readonly name = 'MessageProblem';
}

/** An element of a record, with what the format knows of it. */
export interface MessageElement {
  readonly name: string;
  readonly text: string;
  /** Currency, of an amount. */
  readonly currency: string | undefined;
  readonly children: readonly MessageElement[];
}

interface Building {
  readonly name: string;
  text: string;
  readonly currency: string | undefined;
  readonly children: Building[];
}

interface Frame {
  readonly name: string;
  readonly rule: ElementRule;
  /** Place among the rule's children, and how often the one there has come. */
  at: number;
  count: number;
  text: string;
  readonly element: Building | undefined;
}

const DEPTH_MAX = 32;
const BYTES_MAX = 256 * 1_024 * 1_024;
/** Bytes without an end of anything: a text, a name or a comment that goes on and on. */
const SILENT_BYTES_MAX = 256 * 1_024;
const TEXT_MAX = 4_096;
const ATTRIBUTES_MAX = 16;
const RECORD_ELEMENTS_MAX = 5_000;
const RECORDS_MAX = 1_000_000;

/**
 * Reads a message as it comes and holds it against its format, with one record in memory at a time. No
 * document type is taken, so that there are no entities but those of XML itself.
 */
export class MessageReader {
  readonly #format: MessageFormat;
  readonly #records: ReadonlySet<string>;
  readonly #onRecord: (path: string, element: MessageElement) => void;
  readonly #parser = new SaxesParser({ xmlns: true, position: false });
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #frames: Frame[] = [];
  #bytes = 0;
  #silentBytes = 0;
  #recordElements = 0;
  #recordCount = 0;

  /** @param records paths of elements that are told whole, such as `BkToCstmrStmt/Stmt/Ntry`. */
  constructor(
    format: MessageFormat,
    records: readonly string[],
    onRecord: (path: string, element: MessageElement) => void,
  ) {
    this.#format = format;
    this.#records = new Set(records);
    this.#onRecord = onRecord;
    const parser = this.#parser;
    parser.on('error', (error) => fail(`is not well-formed: ${error.message.slice(0, SHOWN)}`));
    parser.on('doctype', () => fail('has a document type'));
    parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
      if (encoding.toUpperCase() !== 'UTF-8') fail('is not in UTF-8');
    });
    parser.on('comment', () => this.#restartSilence());
    parser.on('processinginstruction', () => this.#restartSilence());
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', () => this.#close());
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
  }

  /** @throws MessageProblem */
  write(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#silentBytes += bytes.length;
    if (this.#bytes > BYTES_MAX) fail('is larger than 256 MB');
    this.#parser.write(this.#decoded(bytes, true));
    if (this.#silentBytes > SILENT_BYTES_MAX + bytes.length) fail('has a part without an end');
  }

  /** @throws MessageProblem */
  end(): void {
    this.#parser.write(this.#decoded(new Uint8Array(), false));
    this.#parser.close();
    if (this.#bytes === 0) fail('is empty');
  }

  #decoded(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream });
    } catch {
      return fail('is not in UTF-8');
    }
  }

  #restartSilence(): void {
    this.#silentBytes = 0;
  }

  #open(tag: SaxesTagNS): void {
    this.#restartSilence();
    const { local: name, uri } = tag;
    if (this.#frames.length >= DEPTH_MAX) fail('is nested too deeply');
    if (Object.keys(tag.attributes).length > ATTRIBUTES_MAX) fail(`has too many attributes at ${name}`);
    const parent = this.#frames.at(-1);
    if (!parent) {
      if (name !== 'Document' || uri !== this.#format.namespace)
        fail(`is not a document of ${this.#format.namespace.split(':').at(-1)}`);
      this.#frames.push(frameOf(name, this.#format.document, undefined));
      return;
    }
    const rule = this.#ruleOf(parent, name, uri);
    const currency = currencyOf(tag, rule);
    this.#frames.push(frameOf(name, rule, this.#elementOf(parent, name, currency)));
  }

  /** Anything may stand in what is not read, also of other name spaces. */
  #ruleOf(parent: Frame, name: string, uri: string): ElementRule {
    if (isAnything(parent.rule)) return parent.rule;
    const path = this.#path();
    if (uri !== this.#format.namespace) fail(`has an element of another name space in ${path}`);
    const { children = [] } = parent.rule;
    for (let at = parent.at; at < children.length; at += 1) {
      const child = children[at];
      if (child?.[0] === name) {
        parent.count = at === parent.at ? parent.count + 1 : 1;
        parent.at = at;
        if (parent.count > child[2]) fail(`has too many ${name} in ${path}`);
        return child[3];
      }
      const seen = at === parent.at ? parent.count : 0;
      if (child && !parent.rule.isChoice && seen < child[1]) fail(`has no ${child[0]} in ${path}`);
      if (parent.rule.isChoice && seen > 0) fail(`has two of a choice in ${path}`);
    }
    return fail(`has ${name} where it does not stand, in ${path}`);
  }

  #elementOf(parent: Frame, name: string, currency: string | undefined): Building | undefined {
    const isRecord = parent.element === undefined && this.#records.has(this.#path(name));
    if (!isRecord && parent.element === undefined) return undefined;
    if (isRecord) {
      this.#recordElements = 0;
      this.#recordCount += 1;
      if (this.#recordCount > RECORDS_MAX) fail('has too many entries');
    }
    this.#recordElements += 1;
    if (this.#recordElements > RECORD_ELEMENTS_MAX) fail('has an entry that is too large');
    const element: Building = { name, text: '', currency, children: [] };
    parent.element?.children.push(element);
    return element;
  }

  #text(text: string): void {
    this.#restartSilence();
    const frame = this.#frames.at(-1);
    if (!frame || isAnything(frame.rule)) return;
    if (frame.rule.text === undefined && text.trim() !== '') fail(`has text in ${this.#path()}`);
    frame.text += text;
    if (frame.text.length > TEXT_MAX) fail(`has a text that is too long in ${this.#path()}`);
  }

  #close(): void {
    this.#restartSilence();
    const path = this.#path();
    const frame = this.#frames.pop();
    if (!frame) return;
    const { rule, element } = frame;
    if (rule.children) checkEnd(frame, rule.children, path);
    const text = frame.text.trim();
    if (rule.text && !rule.text.test(text)) fail(`has what may not stand in ${path}`);
    if (element) element.text = text;
    if (element && this.#frames.at(-1)?.element === undefined) this.#onRecord(path, element);
  }

  /** Without `Document`. */
  #path(name?: string): string {
    const names = this.#frames.slice(1).map((frame) => frame.name);
    return (name === undefined ? names : [...names, name]).join('/');
  }
}

const SHOWN = 120;

function frameOf(name: string, rule: ElementRule, element: Building | undefined): Frame {
  return { name, rule, at: 0, count: 0, text: '', element };
}

function isAnything({ children, text }: ElementRule): boolean {
  return children === undefined && text === undefined;
}

function checkEnd(frame: Frame, children: readonly Child[], path: string): void {
  if (frame.rule.isChoice) {
    if (frame.count === 0) fail(`has none of a choice in ${path}`);
    return;
  }
  for (const [at, [name, least]] of children.entries()) {
    const seen = at < frame.at ? least : at === frame.at ? frame.count : 0;
    if (seen < least) fail(`has no ${name} in ${path || 'the document'}`);
  }
}

function currencyOf({ attributes, local }: SaxesTagNS, rule: ElementRule): string | undefined {
  const given = attributes['Ccy']?.value;
  if (rule.hasCurrency && !/^[A-Z]{3}$/.test(given ?? '')) fail(`has no currency at ${local}`);
  return rule.hasCurrency ? given : undefined;
}

function fail(why: string): never {
  throw new MessageProblem(`The message ${why}.`);
}

/** The first element below, by the names on the way; undefined when one is missing. */
export function below(
  element: MessageElement | undefined,
  ...names: readonly string[]
): MessageElement | undefined {
  let found = element;
  for (const name of names) found = found?.children.find((child) => child.name === name);
  return found;
}

export function textBelow(
  element: MessageElement | undefined,
  ...names: readonly string[]
): string | undefined {
  return below(element, ...names)?.text;
}
