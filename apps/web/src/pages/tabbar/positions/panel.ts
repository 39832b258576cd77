import type { ComponentType, ReactNode } from 'react';
import type { WebProduct } from '#products/product.ts';

/** A tab of the page of positions: what an account has of a product, and of those that stand with it. */
export interface PositionsPanel {
  readonly product: WebProduct;
  /** Text of the tab. */
  readonly label: 'stocks' | 'coins';
  /** The children stand below its lists, and come with them: so nothing moves when the answer comes. */
  readonly Panel: ComponentType<{ children: ReactNode }>;
}
