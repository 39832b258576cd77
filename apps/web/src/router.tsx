import { createBrowserHistory, createRouter } from '@tanstack/react-router';
import { routeTree } from '#app/routes.tsx';
import { PageFailed, PagePending } from '#shell/page-fallbacks.tsx';
import { overlaysFirst } from '#ui/overlays/overlay-history.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/**
 * History mode, placeholders after 200 ms (spec section
 * 9), pages fetched when a finger comes near their link.
 */
export const router = createRouter({
  routeTree,
  history: overlaysFirst(createBrowserHistory()),
  defaultPendingMs: 200,
  defaultPendingMinMs: 300,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFailed,
  defaultPreload: 'intent',
  // The cache of the calls decides what is fresh, not the router.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});
