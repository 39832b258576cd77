import type { Namespaces } from './namespaces.ts';

/**
 * The source of all pages' texts; `sentence` is for texts outside of components. The library is named here
 * and in load.ts.
 */
export { t as sentence } from 'i18next';
export { useTranslation } from 'react-i18next';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: Namespaces;
    keySeparator: false;
    interpolationPrefix: '{';
    interpolationSuffix: '}';
  }
}
