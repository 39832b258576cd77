import type { Calendars, RulesOfCalendars } from '#market/calendar/calendars.ts';
import type { RandomEnd } from '#market/calendar/random-end.ts';
import type { CataloguedAction } from '#market/catalogue/corporate-actions.ts';
import { DayKeys } from '#market/identity/day-keys.ts';
import { type DayWords, KeyedWords, PublicWords } from '#market/model/day-words.ts';
import { RecordedSource } from '#market/recorded/recorded-source.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import type { HoursMode, MarketSource } from '#market/source.ts';

/** All that a source is made of: plain data, so that another thread makes the same one. */
export interface SourceSetting {
  readonly kind: 'simulated' | 'recorded';
  readonly hours: HoursMode;
  /** As they are published when the source is made; later ones are told. */
  readonly calendars: RulesOfCalendars;
  readonly pastSeed: number;
  readonly firstDay: number;
  readonly marketNumber: number;
  readonly areKeysByDate: boolean;
  /** Secret in hexadecimal, which never leaves this process. */
  readonly secret: string;
  readonly smallSeed: number;
  readonly packsFolder: string;
  readonly startedAtMs: number;
  /** Empty for the first recorded day. */
  readonly recordedFrom: string;
  readonly corporateActions: readonly CataloguedAction[] | undefined;
}

export function dayKeysOf(setting: SourceSetting): DayKeys {
  return new DayKeys({ ...setting, secret: Buffer.from(setting.secret, 'hex') });
}

export function dayWordsOf(setting: SourceSetting): DayWords {
  const keys = dayKeysOf(setting);
  const before = new PublicWords(setting.pastSeed);
  return new KeyedWords({ firstDay: keys.firstDay, keyOf: (day) => keys.keyOf(day), before });
}

export function makeSource(
  setting: SourceSetting,
  parts: {
    readonly words: DayWords;
    readonly calendars: Calendars;
    readonly randomEnd?: RandomEnd;
  },
): MarketSource {
  const { hours, pastSeed, corporateActions, recordedFrom } = setting;
  const common = {
    hours,
    ...(parts.randomEnd && { randomEnd: parts.randomEnd }),
  };
  if (setting.kind === 'simulated')
    return new SimulatedSource({
      ...common,
      calendars: parts.calendars,
      seed: pastSeed,
      words: parts.words,
      ...(corporateActions && { corporateActions }),
    });
  return new RecordedSource({
    ...common,
    calendar: parts.calendars.home,
    packsFolder: setting.packsFolder,
    startedAtMs: setting.startedAtMs,
    seed: setting.smallSeed,
    ...(recordedFrom !== '' && { startDate: recordedFrom }),
  });
}
