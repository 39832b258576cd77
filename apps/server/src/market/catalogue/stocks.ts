import type { StockListing } from '#market/catalogue/listing.ts';
import { automotiveStocks } from '#market/catalogue/stocks/automotive.ts';
import { bankingStocks } from '#market/catalogue/stocks/banking.ts';
import { chemicalsStocks } from '#market/catalogue/stocks/chemicals.ts';
import { consumerStocks } from '#market/catalogue/stocks/consumer.ts';
import { energyStocks } from '#market/catalogue/stocks/energy.ts';
import { healthcareStocks } from '#market/catalogue/stocks/healthcare.ts';
import { infrastructureStocks } from '#market/catalogue/stocks/infrastructure.ts';
import { mediaStocks } from '#market/catalogue/stocks/media.ts';
import { metalsStocks } from '#market/catalogue/stocks/metals.ts';
import { technologyStocks } from '#market/catalogue/stocks/technology.ts';

/** Every stock of the simulated exchange. All issuers are invented. */
export const stockListings: readonly StockListing[] = [
  ...bankingStocks,
  ...technologyStocks,
  ...energyStocks,
  ...healthcareStocks,
  ...consumerStocks,
  ...automotiveStocks,
  ...metalsStocks,
  ...infrastructureStocks,
  ...chemicalsStocks,
  ...mediaStocks,
];
