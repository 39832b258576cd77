import type { Fields } from '#codec/fields.ts';
import {
  type AccountId,
  accountId,
  assert,
  type ClientId,
  type Environment,
  parseStoredClientId,
  type Side,
} from '#values/index.ts';

/* Fields that many commands have: whose they are, and by which id. */

const ENVIRONMENTS: readonly Environment[] = ['real', 'demo'];
export const SIDES: readonly Side[] = ['buy', 'sell'];

export function accountOf(fields: Fields): AccountId {
  return accountId(fields.whole('accountId'));
}

export function environmentOf(fields: Fields): Environment {
  // Replay before `format 2`: the environment was called a lane.
  return fields.oneOf(fields.has('environment') ? 'environment' : 'lane', ENVIRONMENTS);
}

export function clientIdOf(fields: Fields, name = 'clientId'): ClientId {
  const clientId = parseStoredClientId(fields.text(name));
  assert(clientId !== undefined, 'Condition: a client id expected in the journal');
  return clientId;
}
export function accountsOf(fields: Fields): AccountId[] {
  return fields.list('accounts', (id) => {
    assert(
      Number.isSafeInteger(id) && typeof id === 'number',
      'Condition: account numbers expected in the journal',
    );
    return accountId(id);
  });
}
