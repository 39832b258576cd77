/** The thread of the printer: it sets one document after the other. */
import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { giveWay } from '#platform/background-thread.ts';
import { writePdf } from '#platform/pdf/pdf-writer.ts';
import type { PrintAnswer, PrintOrder } from '#platform/pdf/printer.ts';

assert(parentPort, 'Invariant: the printer is a thread of its own');
const port = parentPort;
giveWay();
port.on('message', ({ number, sheet }: PrintOrder) => {
  const tell = (answer: PrintAnswer): void => port.postMessage(answer);
  writePdf(sheet).then(
    (bytes) => tell({ number, bytes }),
    (error: unknown) =>
      tell({ number, problem: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
});
