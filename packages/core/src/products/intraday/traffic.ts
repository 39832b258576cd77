import { deliveryTraffic } from '#products/delivery/traffic.ts';
import type { ProductTraffic } from '#products/traffic.ts';

/** Every second plain order for shares, in the shapes of delivery: those that outlive the day are refused. */
export const intradayTraffic: ProductTraffic = {
  ...deliveryTraffic,
  askedOneIn: { plain: 2, conditional: 3, elsewhere: 60 },
};
