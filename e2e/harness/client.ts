/**
 * The calls of the server for preparing what a journey needs and
 * for checking what it left, typed by the protocol's records.
 */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  API_PREFIX,
  type Envelope,
  type InputOf,
  OPERATIONS,
  type OperationName,
  type Operations,
  type OutputOf,
} from '@tarazu/protocol';

export type Input<Name extends OperationName> = InputOf<Operations[Name]>;
export type Output<Name extends OperationName> = OutputOf<Operations[Name]>;

export interface Client {
  readonly url: string;
  readonly token: string | undefined;
  /** Data of a call that must succeed, asked again when a busy server says so. */
  call<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name>>;
  /** The whole answer, refused or not. */
  ask<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Envelope<Output<Name>>>;
}

const SERVER_ERROR_STATUS = 500;
const UNAVAILABLE_STATUS = 503;
const BUSY_MS_MAX = 30_000;
const BUSY_RETRY_MS = 500;

export function createClient(url: string, token?: string): Client {
  const ask = async <Name extends OperationName>(
    name: Name,
    input: Input<Name>,
  ): Promise<Envelope<Output<Name>>> => {
    const operation = OPERATIONS[name];
    const fields = new URLSearchParams();
    for (const [key, value] of Object.entries(input)) if (typeof value === 'string') fields.set(key, value);
    const isPost = operation.method === 'POST';
    const query = isPost || fields.size === 0 ? '' : `?${fields}`;
    const response = await fetch(`${url}${API_PREFIX}${operation.path}${query}`, {
      method: operation.method,
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        'Accept-Language': 'en-US',
        ...(token === undefined ? {} : { accesstoken: token }),
      },
      ...(isPost ? { body: fields } : {}),
    });
    const envelope: Envelope<Output<Name>> = await response.json();
    assert.ok(
      response.status < SERVER_ERROR_STATUS || response.status === UNAVAILABLE_STATUS,
      `${name} answered ${response.status}: ${JSON.stringify(envelope)}`,
    );
    if (envelope.code === 0) checkOutput(name, envelope.data);
    return envelope;
  };
  return {
    url,
    token,
    ask,
    call: async (name, input) => {
      const lastMs = Date.now() + BUSY_MS_MAX;
      let envelope = await ask(name, input);
      // A read may be asked again also where a database of a stalled machine did not answer in time.
      const passes = OPERATIONS[name].effect === 'read' ? ['OVERLOADED', 'UNAVAILABLE'] : ['OVERLOADED'];
      while (passes.includes(envelope.reason ?? '') && Date.now() < lastMs) {
        await delay(envelope.retryAfterMs ?? BUSY_RETRY_MS);
        envelope = await ask(name, input);
      }
      assert.ok(
        envelope.code === 0 && envelope.data !== undefined,
        `${name} was refused: ${JSON.stringify(envelope)}`,
      );
      return envelope.data;
    },
  };
}

/** The server's answer must be as the protocol says. */
function checkOutput(name: OperationName, data: unknown): void {
  const outcome = OPERATIONS[name].output.safeParse(data);
  assert.ok(
    outcome.success,
    `${name} does not answer as its record says: ${JSON.stringify(outcome.error?.issues)}`,
  );
}

export interface Guest {
  readonly client: Client;
  readonly session: Output<'demoEnter'>;
}

/** A demo account without registration. */
export async function enterDemo(url: string): Promise<Guest> {
  const session = await createClient(url).call('demoEnter', {});
  assert.ok(session.demoToken !== undefined, 'a demo entry gives a token');
  return { client: createClient(url, session.demoToken), session };
}

export interface Member {
  readonly account: string;
  readonly password: string;
  readonly session: Output<'register'>;
  readonly real: Client;
  readonly demo: Client;
}

/** A login made with code and proof of work, as the app does it. */
export async function registerMember(url: string): Promise<Member> {
  const visitor = createClient(url);
  const account = `person-${randomUUID().slice(0, 12)}@journeys.example`;
  const password = `Scales-${randomUUID().slice(0, 8)}`;
  const by = 'email' as const;
  await visitor.call('codeSend', { by, account, purpose: 'register', ...(await solveCaptcha(visitor)) });
  const session = await visitor.call('register', {
    by,
    account,
    password,
    passwordAgain: password,
    agreement: 'true',
    code: await readCode(visitor, account),
    ...(await solveCaptcha(visitor)),
  });
  return {
    account,
    password,
    session,
    real: createClient(url, session.realToken),
    demo: createClient(url, session.demoToken),
  };
}

/** Finds the number that was hashed: the captcha that needs no eyes. */
export async function solveCaptcha(
  visitor: Client,
  login?: string,
): Promise<{ captchaId: string; captchaAnswer: string }> {
  const { captchaId, work } = await visitor.call('captchaNew', {
    kind: 'work',
    ...(login === undefined ? { purpose: 'code' } : { purpose: 'login', by: 'email', account: login }),
  });
  assert.ok(work !== undefined, 'a captcha of kind work brings its work');
  for (let number = 0; number <= work.maxNumber; number += 1) {
    if (createHash('sha256').update(`${work.salt}${number}`).digest('hex') === work.challenge) {
      return { captchaId, captchaAnswer: String(number) };
    }
  }
  throw new Error('The work of the captcha has no answer.');
}

const DELIVERY_MS_MAX = 30_000;
const DELIVERY_POLL_MS = 25;

/**
 * The newest one-time code that went to the address since an
 * instant. A message leaves after the answer to who asked for it.
 */
export async function readCode(visitor: Client, account: string, sinceMs = 0): Promise<string> {
  const lastMs = Date.now() + DELIVERY_MS_MAX;
  for (;;) {
    const { list } = await visitor.call('sandboxOutbox', {});
    const message = list.find(({ to, atMs }) => to === account && atMs >= sinceMs);
    const code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0];
    if (code !== undefined) return code;
    assert.ok(Date.now() < lastMs, `the outbox has a code for ${account}: ${JSON.stringify(list)}`);
    await delay(DELIVERY_POLL_MS);
  }
}

let lastNumber = 0;

/** A client id that was not used before. */
export function newClientId(): string {
  lastNumber += 1;
  return `journey-${process.pid}-${lastNumber}`;
}
