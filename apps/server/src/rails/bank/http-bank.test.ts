import { bankConformance, onlineConformance } from '#rails/bank/test-bank-conformance.ts';
import { openTestBank } from '#rails/sandbox-bank/test-bank-world.ts';

const world = openTestBank();
bankConformance('a bank by HTTP', () => world);
onlineConformance('a bank by HTTP', () => world);
