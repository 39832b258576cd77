import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Language, languageSlice } from '#client/store.ts';
import { changeLanguage, loadTexts, startTexts } from '#locales/load.ts';
import { ToastHost } from '#ui/feedback/toast-host.tsx';
import { setFormatSettings } from '#ui/numbers/format-settings.ts';
import { followTheme, setDocumentLanguage } from '#ui/theme.ts';
// Names of customers and texts in Bengali stand in either
// language's console; the letters come when one is drawn.
import '#ui/theme/font-bengali.css';
import { queries, watchAttendance } from './client.ts';
import { Console } from './console.tsx';

const DEFAULT_LANGUAGE: Language = 'en-US';

async function speak(language: Language): Promise<void> {
  await Promise.all([changeLanguage(language), setDocumentLanguage(language)]);
  setFormatSettings({ language });
}

async function start(): Promise<void> {
  const place = document.getElementById('root');
  if (place === null) throw new Error('Invariant: the page has no #root.');
  followTheme();
  watchAttendance();
  const language = languageSlice.get() || DEFAULT_LANGUAGE;
  setFormatSettings({ language });
  await Promise.all([setDocumentLanguage(language), startTexts(language)]);
  await loadTexts(['console', 'console/queues', 'rules/rulebook']);
  languageSlice.subscribe((chosen) => void speak(chosen || DEFAULT_LANGUAGE));
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Console />
        <ToastHost />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
