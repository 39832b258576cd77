import type { Duplex } from 'node:stream';

/** One end of a pipe between two processes of ours. */
export interface Link<Sent> {
  /** @param body text that travels beside its message as it is: JSON, which has neither tab nor line end. */
  send(message: Sent, body?: string): void;
}

interface Hearer<Received> {
  readonly isMessage: (value: unknown) => value is Received;
  readonly onMessage: (message: Received, body: string) => void;
  /** The other process says what is no message: nothing more is heard of it. */
  readonly onUnreadable: (error: Error) => void;
}

const SAYING = 'what two processes of a gateway say to each other are messages';

/**
 * Messages as lines of JSON with their bodies behind tabs, those of a turn in one line, so that a body is
 * never quoted. A pipe that broke takes no more: who watches the processes knows.
 */
export function openLink<Sent, Received>(pipe: Duplex, hearer: Hearer<Received>): Link<Sent> {
  const { isMessage, onMessage, onUnreadable } = hearer;
  let outgoing: Sent[] = [];
  let bodies = '';
  let incoming = '';
  pipe.setEncoding('utf8');
  pipe.on('error', () => pipe.destroy());
  pipe.on('data', (text: string) => {
    const lastEnd = text.lastIndexOf('\n');
    if (lastEnd === -1) {
      incoming += text;
      return;
    }
    const lines = (incoming + text.slice(0, lastEnd)).split('\n');
    incoming = text.slice(lastEnd + 1);
    for (const line of lines) {
      const [text = '', ...bodiesRead] = line.split('\t');
      const messages = parsed(text);
      if (!areAll(messages, isMessage)) {
        pipe.destroy();
        onUnreadable(new Error(`Invariant: ${SAYING}, at ${placeOfFault(messages, isMessage)}`));
        return;
      }
      messages.forEach((message, place) => {
        onMessage(message, bodiesRead[place] ?? '');
      });
    }
  });
  const flush = (): void => {
    const line = `${JSON.stringify(outgoing)}${bodies}\n`;
    outgoing = [];
    bodies = '';
    if (pipe.writable) pipe.write(line);
  };
  return {
    send: (message, body = '') => {
      if (outgoing.push(message) === 1) setImmediate(flush);
      bodies += `\t${body}`;
    },
  };
}

function areAll<One>(values: unknown, isOne: (value: unknown) => value is One): values is One[] {
  return Array.isArray(values) && values.every(isOne);
}

function placeOfFault(values: unknown, isMessage: (value: unknown) => boolean): string {
  return Array.isArray(values) ? String(values.findIndex((one) => !isMessage(one))) : 'the whole';
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
