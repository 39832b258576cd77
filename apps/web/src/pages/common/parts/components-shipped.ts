export interface Component {
  readonly name: string;
  readonly licence: 'MIT' | 'ISC' | 'Apache-2.0' | 'OFL-1.1';
  /** The package whose licence file is shown; for fonts and the chart the file among our own. */
  readonly from: string;
}

/** The components of the bundle that people download; tools that only build it are not. */
export const COMPONENTS: readonly Component[] = [
  { name: 'React', licence: 'MIT', from: 'react' },
  { name: 'TanStack Router', licence: 'MIT', from: '@tanstack/react-router' },
  { name: 'TanStack Query', licence: 'MIT', from: '@tanstack/react-query' },
  { name: 'Base UI', licence: 'MIT', from: '@base-ui/react' },
  { name: 'react-resizable-panels', licence: 'MIT', from: 'react-resizable-panels' },
  { name: 'zustand', licence: 'MIT', from: 'zustand' },
  { name: 'virtua', licence: 'MIT', from: 'virtua' },
  { name: 'Tailwind CSS', licence: 'MIT', from: 'tailwindcss' },
  { name: 'SimpleWebAuthn', licence: 'MIT', from: '@simplewebauthn/browser' },
  { name: 'Lean QR', licence: 'MIT', from: 'lean-qr' },
  { name: 'Lucide', licence: 'ISC', from: 'lucide-react' },
  { name: 'KLineChart', licence: 'Apache-2.0', from: '/licences/klinecharts.txt' },
  { name: 'Inter', licence: 'OFL-1.1', from: '/licences/inter.txt' },
  { name: 'Noto Sans Bengali', licence: 'OFL-1.1', from: '/licences/noto-sans-bengali.txt' },
];

/** Each licence file comes as its package gives it and only when somebody reads it. */
const files = import.meta.glob<string>(
  [
    '../../../../../../node_modules/{react,lean-qr,react-resizable-panels,zustand,virtua,tailwindcss,lucide-react}/LICENSE*',
    '../../../../../../node_modules/@tanstack/{react-router,react-query}/LICENSE*',
    '../../../../../../node_modules/@base-ui/react/LICENSE*',
    '../../../../../../node_modules/@simplewebauthn/browser/LICENSE*',
  ],
  { query: '?raw', import: 'default' },
);

export async function licenceText({ from }: Component): Promise<string> {
  if (from.startsWith('/')) return readOwn(from);
  const path = Object.keys(files).find((file) => file.includes(`/node_modules/${from}/LICENSE`));
  const load = path === undefined ? undefined : files[path];
  if (load === undefined) throw new Error(`Invariant: no licence file of ${from} in the bundle.`);
  return load();
}

async function readOwn(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`Condition: ${path} answered ${response.status}.`);
  return response.text();
}
