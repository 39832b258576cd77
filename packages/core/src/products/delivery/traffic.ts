import type { ProductTraffic } from '#products/traffic.ts';

/** Orders of a day, stops among them, GTTs and orders for the next session. */
export const deliveryTraffic: ProductTraffic = {
  validities: ['day', 'day', 'ioc'],
  stops: ['stopLimit', 'stopMarket'],
  conditionals: [
    ['stop'],
    ['stop'],
    ['stop'],
    ['stop'],
    ['stop'],
    ['iceberg'],
    ['iceberg'],
    ['gtt'],
    ['afterMarket', 'timed'],
    ['afterMarket', 'timed'],
  ],
  timedBy: 'ttl',
  icebergLots: 10,
};
