import type { Duplex } from 'node:stream';

/** One end of a pipe between two processes of ours. */
export interface Link<Sent> {
  send(message: Sent): void;
}

/**
 * Messages as lines of JSON. What is sent in one turn of the event loop travels in one line: the busier the
 * two are, the less a message costs. A pipe that broke takes no more: anyone who watches the processes knows.
 */
export function openLink<Sent, Received>(pipe: Duplex, onMessage: (message: Received) => void): Link<Sent> {
  let outgoing: Sent[] = [];
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
      const messages: readonly Received[] = JSON.parse(line);
      for (const message of messages) onMessage(message);
    }
  });
  const flush = (): void => {
    const line = `${JSON.stringify(outgoing)}\n`;
    outgoing = [];
    if (pipe.writable) pipe.write(line);
  };
  return {
    send: (message) => {
      if (outgoing.push(message) === 1) setImmediate(flush);
    },
  };
}
