import { safeTarget } from '#widgets/session/target.ts';

/*
 * The fields behind the `?` of the pages of an account and of the news. The router keeps what stood in an
 * address wherever a field is left out, so each is named, also when it is undefined.
 */
type Search = Record<string, unknown>;

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const textOrNone = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text === '' ? undefined : text;
};

/** Where a login leads to. */
export function goOn(search: Search): { to?: string | undefined } {
  return { to: safeTarget(search['to']) };
}

export interface RegisterSearch {
  to?: string | undefined;
  invite?: string | undefined;
  step?: 'code' | 'password' | undefined;
}

/** The later two of the steps of a registration stand in its address, so that Back and Forward walk them. */
export function registerSearch(search: Search): RegisterSearch {
  const { step } = search;
  return {
    ...goOn(search),
    invite: textOrNone(search['invite']),
    step: step === 'code' || step === 'password' ? step : undefined,
  };
}

/**
 * The steps of the form of documents stand in its address; without one the state of verification is shown.
 */
export function identitySearch(search: Search): { step?: 'document' | 'photos' | 'check' | undefined } {
  const { step } = search;
  return { step: step === 'document' || step === 'photos' || step === 'check' ? step : undefined };
}

/** The news of one instrument, or all. */
export function newsSearch(search: Search): { instrumentId?: string | undefined } {
  return { instrumentId: textOrNone(search['instrumentId']) };
}

/** A conversation with customer service; none lists them all. */
export function serviceSearch(search: Search): { id?: string | undefined } {
  return { id: textOrNone(search['id']) };
}
