/**
 * Agents who send an order in an account's name, each with what is known of it. `actsByRule`: a published
 * rule decides in the customer's place, so that it may order for a frozen account too.
 */
export const AGENTS = {
  customer: { actsByRule: false },
  apiKey: { actsByRule: false },
  robot: { actsByRule: false },
  /** The customer's own good-till-triggered instruction. */
  gtt: { actsByRule: false },
  /** Sells what a bracket's purchase has filled. */
  bracket: { actsByRule: false },
  squareOff: { actsByRule: true },
  liquidation: { actsByRule: true },
  corporateAction: { actsByRule: true },
  staff: { actsByRule: true },
} as const;

export type OrderAgent = keyof typeof AGENTS;
/** Whom a command and an order name: what names nobody is the customer's own. */
export type NamedAgent = Exclude<OrderAgent, 'customer'>;

const isNamed = (word: string): word is NamedAgent => Object.hasOwn(AGENTS, word) && word !== 'customer';
export const NAMED_AGENTS: readonly NamedAgent[] = Object.keys(AGENTS).filter(isNamed);

/** Fields of an order about its agent, the marks of older rows with them. */
interface Sent {
  readonly agent?: NamedAgent | undefined;
  readonly productTerms?: { readonly isSquareOff?: boolean | undefined } | undefined;
  readonly conditions?: { readonly origin?: 'gtt' | 'bracket' | undefined } | undefined;
}

/**
 * Agent of an order. Replay before `orderAgents`: a row
 * tells it by its mark of a square-off or by its origin.
 */
export function agentOf({ agent, productTerms, conditions }: Sent): OrderAgent {
  return agent ?? (productTerms?.isSquareOff ? 'squareOff' : (conditions?.origin ?? 'customer'));
}

export function actsByRule({ agent }: Pick<Sent, 'agent'>): boolean {
  return AGENTS[agent ?? 'customer'].actsByRule;
}
