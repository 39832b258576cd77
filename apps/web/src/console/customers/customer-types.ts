import type { ConsoleOutput } from '../calls.ts';
import type { Place } from '../path.ts';

/** A customer who is open in the console. */
export type OpenPlace = Extract<Place, { page: 'customers' }> & { readonly userId: string };
export type View = ConsoleOutput<'consoleCustomer'>;
