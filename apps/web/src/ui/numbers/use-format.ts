import { useSyncExternalStore } from 'react';
import { type FormatSettings, formatSettings, subscribeFormatSettings } from './format-settings.ts';

/**
 * The settings that numbers and times are written with; a component that reads them redraws when they change.
 */
export function useFormat(): FormatSettings {
  return useSyncExternalStore(subscribeFormatSettings, formatSettings);
}
