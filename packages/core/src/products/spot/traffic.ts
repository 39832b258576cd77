import type { ProductTraffic } from '#products/traffic.ts';

/** Orders without a day, and brackets, which shares have none of. */
export const spotTraffic: ProductTraffic = {
  validities: ['gtc', 'gtc', 'ioc', 'postOnly'],
  stops: ['stopLimit', 'stopMarket', 'takeProfitLimit', 'takeProfitMarket', 'trailingStop', 'trailingStop'],
  conditionals: [
    ['bracket'],
    ['bracket'],
    ['stop'],
    ['stop'],
    ['stop'],
    ['iceberg'],
    ['iceberg'],
    ['gtt'],
    ['bracket', 'fillOrKill', 'timed'],
    ['bracket', 'fillOrKill', 'timed'],
  ],
  timedBy: 'gtd',
  icebergLots: 500,
  icebergRestsOneIn: 4,
};
