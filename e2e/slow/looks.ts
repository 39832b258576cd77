/** Every page that is built, in the looks that `npm test` leaves out for want of time. */
import { lookAtAll } from '../harness/all-pages.ts';

lookAtAll([
  {
    name: 'en-US, dark, phone and lying: each page is whole, open to all and fits 320 px',
    language: 'en-US',
    theme: 'dark',
    screen: 'lying',
  },
  {
    name: 'bn-BN, light, phone and desktop: each page is whole, open to all and fits 320 px',
    language: 'bn-BN',
    theme: 'light',
    screen: 'desktop',
  },
]);
