import { safeTarget } from '#widgets/session/target.ts';

/*
 * Fields behind the `?` of the pages of an account and of
 * the news, each named because the router keeps the others.
 */
type Search = Record<string, unknown>;

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const textOrNone = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text === '' ? undefined : text;
};

/** The end of a link in a mail. */
export const linkSearch = (search: Search): { link: string } => ({ link: textOf(search['link']) });

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

export interface PlaceSearch {
  latitude?: number | undefined;
  longitude?: number | undefined;
  name?: string | undefined;
}

const PLACE_NAME_LENGTH_MAX = 80;

/** A place on the earth; what is none is left out whole. */
export function placeSearch(search: Search): PlaceSearch {
  const [latitude, longitude] = [
    Number(textOf(search['latitude']) || Number.NaN),
    Number(textOf(search['longitude']) || Number.NaN),
  ];
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return {
    latitude: isOnEarth ? latitude : undefined,
    longitude: isOnEarth ? longitude : undefined,
    name: textOrNone(search['name'])?.slice(0, PLACE_NAME_LENGTH_MAX),
  };
}

/** The news of one instrument, or all. */
export function newsSearch(search: Search): { instrumentId?: string | undefined } {
  return { instrumentId: textOrNone(search['instrumentId']) };
}

const dayOrNone = (value: unknown): string | undefined => {
  const text = textOf(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
};

export interface RulebookSearch {
  day?: string | undefined;
  /** The other day of a comparison. */
  with?: string | undefined;
  /** The versions of one rule. */
  rule?: string | undefined;
  /** One version by its name. */
  version?: string | undefined;
}

/** The rules of a day, the difference of two, or one version. */
export function rulebookSearch(search: Search): RulebookSearch {
  return {
    day: dayOrNone(search['day']),
    with: dayOrNone(search['with']),
    rule: textOrNone(search['rule']),
    version: textOrNone(search['version']),
  };
}

/** A conversation with customer service; none lists them all. */
export function serviceSearch(search: Search): { id?: string | undefined } {
  return { id: textOrNone(search['id']) };
}
