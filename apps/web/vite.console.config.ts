import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The staff console: a build of its own below `/console/`, so that nothing of it weighs on the app of
 * customers and no chunk of theirs runs in it.
 */
export default defineConfig({
  root: here('.'),
  base: '/console/',
  publicDir: false,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: here('./dist/console'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: { input: { console: here('./console.html') } },
  },
});
