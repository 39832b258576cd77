/** Every page that is built: nothing breaks, nothing bars anybody, nothing sticks out. */
import { lookAtAll } from '../harness/all-pages.ts';

lookAtAll([
  {
    name: 'light, phone and desktop: each page is whole, open to all and fits 320 px',
    language: 'en-US',
    theme: 'light',
    screen: 'desktop',
  },
]);
