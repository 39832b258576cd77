/** A thread that hashes passwords: one after the other, and after orders where processors are few. */
import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { giveWay } from '#platform/background-thread.ts';
import type { HashAnswer, HashWork } from './hash-pool.ts';

assert(parentPort, 'Invariant: passwords are hashed in a thread of their own');
const port = parentPort;
giveWay();
port.on('message', (work: HashWork) => port.postMessage(answerTo(work)));

function answerTo(work: HashWork): HashAnswer {
  try {
    if (work.kind === 'hash') return { hash: hashSync(work.text, work.cost) };
    return { isRight: verifySync(work.stored, work.text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
