import assert from 'node:assert/strict';
import { API_PREFIX, CONSOLE_OPERATIONS, type ConsoleOperationName, type StaffRole } from '@tarazu/protocol';
import { invite } from '#domains/staff/people/invite.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { factorCode } from '#platform/secrets/totp.ts';
import { type Fields, recordOf, type TestApp, type TestReply, textOf } from '#test-app.ts';

/** People of staff with a session at the console of a test's server. */

export const STAFF_PASSWORD = 'seven grey herons wade';

export async function consoleCall(
  app: TestApp,
  name: ConsoleOperationName,
  options: {
    readonly fields?: Fields;
    /** Fields as they go over the wire, where an object can't say it. */
    readonly formText?: string;
    readonly token?: string | undefined;
    readonly address?: string;
  } = {},
): Promise<TestReply> {
  const { fields = {}, token, address = '127.0.0.1' } = options;
  const { method, path } = CONSOLE_OPERATIONS[name];
  const form = options.formText ?? new URLSearchParams(fields).toString();
  const response = await app.fastify.inject({
    method,
    url: API_PREFIX + path + (method === 'GET' && form !== '' ? `?${form}` : ''),
    remoteAddress: address,
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(token === undefined ? {} : { accesstoken: token }),
    },
    ...(method === 'POST' ? { payload: form } : {}),
  });
  const body = recordOf(response.json());
  const reason = body['reason'];
  return {
    status: response.statusCode,
    code: Number(body['code']),
    reason: typeof reason === 'string' ? reason : undefined,
    body,
    data: recordOf(body['data']),
    headers: response.headers,
  };
}

export interface StaffPerson {
  readonly name: string;
  readonly token: string;
  /** Key of the authenticator. */
  readonly key: string;
  /** Secret of the device. */
  readonly deviceToken: string;
  call(name: ConsoleOperationName, fields?: Fields): Promise<TestReply>;
}

/** Invites somebody as the command does. Gives the code. */
export async function inviteStaff(
  app: TestApp,
  person: {
    readonly name: string;
    readonly roles: readonly StaffRole[];
    readonly userIds?: readonly string[];
  },
): Promise<string> {
  const secrets = openSecrets({ keyFile: app.secretKeyFile, mayBeMade: false });
  const { pool } = app.database;
  const { code } = await invite({ userIds: [], ...person, pool, secrets, nowMs: app.nowMs() });
  return code;
}

/** Invites somebody and takes the invitation up, all the way through the calls. */
export async function enterStaff(
  app: TestApp,
  person: {
    readonly name: string;
    readonly roles: readonly StaffRole[];
    readonly userIds?: readonly string[];
  },
): Promise<StaffPerson> {
  const invitation = await inviteStaff(app, person);
  const { name } = person;
  const shown = await consoleCall(app, 'consoleInvitation', { fields: { name, invitation } });
  const key = textOf(shown.data, 'key');
  const factor = factorCode(key, app.nowMs());
  const fields = { name, invitation, password: STAFF_PASSWORD, factor };
  const entered = await consoleCall(app, 'consoleSetUp', { fields });
  assert.equal(entered.code, 0, JSON.stringify(entered.body));
  const token = textOf(entered.data, 'token');
  const deviceToken = textOf(entered.data, 'deviceToken');
  const callAs: StaffPerson['call'] = (call, given = {}) => consoleCall(app, call, { fields: given, token });
  return { name, token, key, deviceToken, call: callAs };
}
