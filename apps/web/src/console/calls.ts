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
  consolePicture: 'POST /console/queue/picture',
  consoleReveal: 'POST /console/queue/reveal',
  consoleTake: 'POST /console/queue/take',
  consoleAct: 'POST /console/queue/act',
  consoleLog: 'GET /console/log',
  consoleCustomers: 'POST /console/customer/search',
  consoleCustomer: 'POST /console/customer/open',
  consoleCustomerReveal: 'POST /console/customer/reveal',
  consoleBreakGlass: 'POST /console/customer/breakGlass',
  consoleCustomerFreeze: 'POST /console/customer/freeze',
  consolePeople: 'GET /console/people',
  consolePersonSignOut: 'POST /console/people/signOut',
  consoleExport: 'POST /console/export',
  consoleRules: 'GET /console/rules',
  consoleRuleCheck: 'POST /console/rules/check',
  consoleRulePropose: 'POST /console/rules/propose',
  consoleContent: 'GET /console/content',
  consoleContentCheck: 'POST /console/content/check',
  consoleContentSave: 'POST /console/content/save',
  consoleCorrectionPropose: 'POST /console/corrections/propose',
} as const satisfies Record<ConsoleOperationName, `${'GET' | 'POST'} /console/${string}`>;

export type ConsoleCallName = ConsoleOperationName;
export type ConsoleInput<Name extends ConsoleCallName> = InputOf<ConsoleOperations[Name]>;
export type ConsoleOutput<Name extends ConsoleCallName> = OutputOf<ConsoleOperations[Name]>;
