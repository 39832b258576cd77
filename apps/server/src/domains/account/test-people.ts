import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { listOutbox } from '#platform/messages/outbox.ts';
import { type Fields, recordOf, type TestApp, type TestReply, textOf } from '#test-app.ts';

export const PASSWORD = 'seven green kites';

export interface Person {
  readonly phone: string;
  readonly realToken: string;
  readonly demoToken: string;
}

/** The steps of people who register and sign in, for tests. */
export function peopleOf({ app, call, database: { pool } }: TestApp) {
  let people = 0;

  /** A phone number that nobody has yet. */
  function newPhone(): string {
    people += 1;
    return `98${String(76_500_000 + people)}`;
  }

  /** Solves a proof of work as the app does: before a code, or for the sign-in of a phone number. */
  async function solveWork(phone?: string, more: Fields = {}, from?: { address: string }): Promise<Fields> {
    const login = phone === undefined ? {} : { purpose: 'login', by: 'phone', account: phone, ...more };
    const { data } = await call('captchaNew', { kind: 'work', ...login }, from ?? {});
    const work = recordOf(data['work']);
    const salt = textOf(work, 'salt');
    for (let number = 0; number <= Number(work['maxNumber']); number += 1) {
      if (createHash('sha256').update(`${salt}${number}`).digest('hex') === work['challenge']) {
        return { captchaId: textOf(data, 'captchaId'), captchaAnswer: String(number) };
      }
    }
    throw new Error('Invariant: a proof of work has a solution');
  }

  async function newestMessage(to: string): Promise<string> {
    await app.accounts.settled();
    const [message] = await listOutbox(pool, { to });
    assert.ok(message !== undefined, `a message to ${to}`);
    return message.body;
  }

  async function sendCode(phone: string, purpose = 'register', address?: string): Promise<TestReply> {
    const fields = { by: 'phone', account: phone, purpose, ...(await solveWork()) };
    return call('codeSend', fields, address === undefined ? {} : { address });
  }

  async function codeFor(phone: string, purpose = 'register'): Promise<string> {
    const sent = await sendCode(phone, purpose);
    assert.equal(sent.code, 0, JSON.stringify(sent.body));
    const code = /\b(\d{6})\b/.exec(await newestMessage(`+91${phone}`))?.[1];
    assert.ok(code !== undefined);
    return code;
  }

  const registration = (phone: string, code: string, more: Fields = {}): Fields => ({
    by: 'phone',
    account: phone,
    code,
    password: PASSWORD,
    passwordAgain: PASSWORD,
    agreement: 'true',
    ...more,
  });

  async function registered(more: Fields = {}): Promise<Person> {
    const phone = newPhone();
    const code = await codeFor(phone);
    const reply = await call('register', registration(phone, code, { ...(await solveWork()), ...more }));
    assert.equal(reply.code, 0, JSON.stringify(reply.body));
    return { phone, realToken: textOf(reply.data, 'realToken'), demoToken: textOf(reply.data, 'demoToken') };
  }

  const logIn = (phone: string, password = PASSWORD, more: Fields = {}): Promise<TestReply> =>
    call('login', { by: 'phone', account: phone, password, ...more });

  return { codeFor, logIn, newestMessage, newPhone, registered, registration, sendCode, solveWork };
}
