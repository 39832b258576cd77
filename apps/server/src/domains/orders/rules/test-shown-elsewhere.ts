/** Lines that a test of their own shows at length, by what it is called. */
export const SHOWN_ELSEWHERE: readonly (readonly [line: string, file: string, title: string])[] = [
  [
    'client id unique per account for ever',
    'apps/server/src/engine/engine.test.ts',
    'after a restart a client id gets its first answer again',
  ],
  [
    'in-flight repeat (the same answer)',
    'apps/server/src/engine/engine.test.ts',
    'a hundred times the same client id at once: one effect, one answer',
  ],
  [
    'protection 2 % below 100, else 1 %; coins',
    'apps/server/src/domains/orders/rules/market-protection.test.ts',
    'protected by the price that it met',
  ],
  ['AMO', 'core/commands/orders/after-market.test.ts', 'orders for the next session hold at once'],
  ['ICEBERG', 'core/instruments/icebergs.test.ts', 'an iceberg shows a part at a time'],
  [
    'BRACKET',
    'apps/server/src/domains/orders/rules/conditional.test.ts',
    'what fills of a bracket’s purchase is for sale at both ends at once',
  ],
  ['GTT <= 100', 'core/checks/conditional-checks.test.ts', 'an account has at most a hundred GTTs'],
  [
    'GTT fires once',
    'core/commands/orders/triggers.test.ts',
    'the leg that triggers first, and that leg is the order',
  ],
  [
    'GTT re-priced on split and bonus',
    'core/commands/corporate/corporate-adjustment.test.ts',
    'a trigger is reached at its new price only',
  ],
  ['10 orders a second', 'apps/server/src/app.test.ts', 'orders sooner than the rest, cancels not'],
  [
    'at most 10 slices',
    'apps/server/src/domains/basket/basket.test.ts',
    'what is no basket is refused by its field',
  ],
  ['SELF_TRADE: EXPIRE_TAKER', 'core/engine.test.ts', 'a taker that meets its own order expires there'],
  [
    'modify, quantity down',
    'core/commands/orders/order-modify.test.ts',
    'a smaller quantity keeps its place',
  ],
  [
    'modify, quantity up or price',
    'core/commands/orders/order-modify.test.ts',
    'a larger quantity or another price goes to the end of the queue',
  ],
  ['INSUFFICIENT_HOLDINGS', 'core/checks/order-checks.test.ts', 'INSUFFICIENT_HOLDINGS'],
];
