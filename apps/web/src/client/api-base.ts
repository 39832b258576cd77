import { apiOrigin, type PageAddress } from '@tarazu/protocol/api-origin';

export { apiOrigin };

export function streamOrigin(page: PageAddress): string {
  return apiOrigin(page).replace(/^http/, 'ws');
}
