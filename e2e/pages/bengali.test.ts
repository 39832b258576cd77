/** Every page that is built, in Bengali, and as a visitor meets it. */
import { lookAtAll } from '../harness/all-pages.ts';

lookAtAll([
  {
    name: 'bn-BN, dark, phone and lying: each page is whole, open to all and fits 320 px',
    language: 'bn-BN',
    theme: 'dark',
    screen: 'lying',
  },
  {
    name: 'a visitor sees what visitors may see, and the login page elsewhere',
    hasChosenLanguage: true,
    isVisitor: true,
    screen: 'desktop',
  },
]);
