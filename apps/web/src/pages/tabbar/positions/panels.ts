import { deliveryPositions } from './delivery.tsx';
import type { PositionsPanel } from './panel.ts';
import { spotPositions } from './spot.tsx';

/** Every tab of the page of positions, one line each. */
export const POSITION_PANELS: readonly PositionsPanel[] = [deliveryPositions, spotPositions];
