import type { ConsoleOperationName, ConsoleOperations, InputOf, OutputOf } from '@tarazu/protocol';

/** Method and path of each call of the console; calls.test.ts holds it against the protocol's records. */
export const CONSOLE_CALLS = {
  consoleInvitation: 'POST /console/invitation',
  consoleSetUp: 'POST /console/setUp',
  consoleSignIn: 'POST /console/signIn',
  consoleSignOut: 'POST /console/signOut',
  consolePasskeyAsk: 'POST /console/passkey/ask',
  consolePasskeySignIn: 'POST /console/passkey/signIn',
  consolePasskeyList: 'GET /console/passkey/list',
  consolePasskeyBegin: 'POST /console/passkey/begin',
  consolePasskeyAdd: 'POST /console/passkey/add',
  consolePasskeyRemove: 'POST /console/passkey/remove',
  consoleHome: 'GET /console/home',
  consoleQueue: 'GET /console/queue/list',
  consoleOpen: 'POST /console/queue/open',
  consoleTake: 'POST /console/queue/take',
  consoleAct: 'POST /console/queue/act',
  consoleLog: 'GET /console/log',
} as const satisfies Record<ConsoleOperationName, `${'GET' | 'POST'} /console/${string}`>;

export type ConsoleCallName = ConsoleOperationName;
export type ConsoleInput<Name extends ConsoleCallName> = InputOf<ConsoleOperations[Name]>;
export type ConsoleOutput<Name extends ConsoleCallName> = OutputOf<ConsoleOperations[Name]>;
