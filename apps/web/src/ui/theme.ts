import { htmlLanguage } from './numbers/format-settings.ts';

/**
 * The look is two attributes on <html>. public/boot.js sets
 * them before the first paint, from what is stored here.
 */
export type ThemeChoice = 'light' | 'dark' | 'system';
export type Theme = 'light' | 'dark';
/** Green up, colour-safe blue and orange, or red up. */
export type Palette = 'standard' | 'cvd' | 'swapped';

const THEME_KEY = 'tarazu.theme';
const PALETTE_KEY = 'tarazu.palette';
const LANGUAGE_KEY = 'tarazu.language';
const BAR_COLOURS: Readonly<Record<Theme, string>> = { light: '#ffffff', dark: '#0b0e14' };

const listeners = new Set<() => void>();

/** Told after each change of theme or palette: a canvas has to be painted again. */
export function subscribeLook(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function themeChoice(): ThemeChoice {
  const stored = read(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function setThemeChoice(choice: ThemeChoice): void {
  write(THEME_KEY, choice);
  applyTheme();
}

/** The theme that is shown now. */
export function currentTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

export function currentPalette(): Palette {
  const palette = document.documentElement.dataset['updown'];
  return palette === 'cvd' || palette === 'swapped' ? palette : 'standard';
}

export function setPalette(palette: Palette): void {
  write(PALETTE_KEY, palette);
  showPalette(palette);
}

function showPalette(palette: Palette): void {
  document.documentElement.dataset['updown'] = palette;
  announce();
}

/** Follows what another tab chose, and the system while the choice is `system`. Call once at start. */
export function followTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) applyTheme();
    if (key === PALETTE_KEY)
      showPalette(newValue === 'cvd' || newValue === 'swapped' ? newValue : 'standard');
  });
}

/** Stores the language for the first paint, names it for screen readers and brings its letters. */
export async function setDocumentLanguage(language: string): Promise<void> {
  write(LANGUAGE_KEY, language);
  document.documentElement.lang = htmlLanguage(language);
  await loadLanguageFont(language);
}

/** Bengali letters weigh 108 KB, so they come only when they are asked for. */
export async function loadLanguageFont(language: string): Promise<void> {
  if (htmlLanguage(language) === 'bn') await import('./theme/font-bengali.css');
}

export type ColourToken =
  | 'bg'
  | 'surface'
  | 'sunken'
  | 'line'
  | 'line-strong'
  | 'ink'
  | 'muted'
  | 'brand'
  | 'on-brand'
  | 'brand-soft'
  | 'up'
  | 'on-up'
  | 'up-soft'
  | 'down'
  | 'on-down'
  | 'down-soft'
  | 'warn';

export interface ResolvedLook {
  readonly theme: Theme;
  readonly palette: Palette;
  readonly colours: Readonly<Record<ColourToken, string>>;
  readonly fontFamily: string;
}

/** For a canvas, which reads no CSS variables. Ask again after each `subscribeLook` call. */
export function resolvedLook(): ResolvedLook {
  const style = getComputedStyle(document.documentElement);
  const colour = (token: ColourToken) => style.getPropertyValue(`--${token}`).trim();
  return {
    theme: currentTheme(),
    palette: currentPalette(),
    colours: {
      bg: colour('bg'),
      surface: colour('surface'),
      sunken: colour('sunken'),
      line: colour('line'),
      'line-strong': colour('line-strong'),
      ink: colour('ink'),
      muted: colour('muted'),
      brand: colour('brand'),
      'on-brand': colour('on-brand'),
      'brand-soft': colour('brand-soft'),
      up: colour('up'),
      'on-up': colour('on-up'),
      'up-soft': colour('up-soft'),
      down: colour('down'),
      'on-down': colour('on-down'),
      'down-soft': colour('down-soft'),
      warn: colour('warn'),
    },
    fontFamily: style.fontFamily,
  };
}

function applyTheme(): void {
  const choice = themeChoice();
  const theme = choice === 'system' ? systemTheme() : choice;
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[theme]);
  announce();
}

function systemTheme(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function announce(): void {
  for (const listener of listeners) listener();
}

/** A browser may refuse storage; the look then holds for this visit only. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    console.warn(`Condition: the browser keeps no settings, so ${key} lasts only for this visit.`);
  }
}
