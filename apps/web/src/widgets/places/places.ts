import type { CountryCode } from '@tarazu/core/countries';

/** Towns by which a place is named without a map of anybody else: in both languages, with where they lie. */
export interface Town {
  readonly name: string;
  readonly nameBengali: string;
  readonly region: string;
  readonly regionBengali: string;
  readonly country: CountryCode;
  readonly latitude: number;
  readonly longitude: number;
}

type Row = readonly [string, string, string, string, Town['country'], number, number];

const ROWS: readonly Row[] = [
  ['Ahmedabad', 'আহমেদাবাদ', 'Gujarat', 'গুজরাত', 'IN', 23.02, 72.57],
  ['Bengaluru', 'বেঙ্গালুরু', 'Karnataka', 'কর্ণাটক', 'IN', 12.97, 77.59],
  ['Bhopal', 'ভোপাল', 'Madhya Pradesh', 'মধ্যপ্রদেশ', 'IN', 23.26, 77.41],
  ['Bhubaneswar', 'ভুবনেশ্বর', 'Odisha', 'ওড়িশা', 'IN', 20.3, 85.82],
  ['Chandigarh', 'চণ্ডীগড়', 'Chandigarh', 'চণ্ডীগড়', 'IN', 30.73, 76.78],
  ['Chennai', 'চেন্নাই', 'Tamil Nadu', 'তামিলনাড়ু', 'IN', 13.08, 80.27],
  ['Delhi', 'দিল্লি', 'Delhi', 'দিল্লি', 'IN', 28.61, 77.21],
  ['Guwahati', 'গুয়াহাটি', 'Assam', 'আসাম', 'IN', 26.14, 91.74],
  ['Hyderabad', 'হায়দরাবাদ', 'Telangana', 'তেলেঙ্গানা', 'IN', 17.39, 78.49],
  ['Indore', 'ইন্দোর', 'Madhya Pradesh', 'মধ্যপ্রদেশ', 'IN', 22.72, 75.86],
  ['Jaipur', 'জয়পুর', 'Rajasthan', 'রাজস্থান', 'IN', 26.91, 75.79],
  ['Kochi', 'কোচি', 'Kerala', 'কেরল', 'IN', 9.93, 76.27],
  ['Kolkata', 'কলকাতা', 'West Bengal', 'পশ্চিমবঙ্গ', 'IN', 22.57, 88.36],
  ['Lucknow', 'লখনউ', 'Uttar Pradesh', 'উত্তরপ্রদেশ', 'IN', 26.85, 80.95],
  ['Mumbai', 'মুম্বই', 'Maharashtra', 'মহারাষ্ট্র', 'IN', 19.08, 72.88],
  ['Nagpur', 'নাগপুর', 'Maharashtra', 'মহারাষ্ট্র', 'IN', 21.15, 79.09],
  ['Patna', 'পাটনা', 'Bihar', 'বিহার', 'IN', 25.59, 85.14],
  ['Pune', 'পুনে', 'Maharashtra', 'মহারাষ্ট্র', 'IN', 18.52, 73.86],
  ['Ranchi', 'রাঁচি', 'Jharkhand', 'ঝাড়খণ্ড', 'IN', 23.34, 85.31],
  ['Siliguri', 'শিলিগুড়ি', 'West Bengal', 'পশ্চিমবঙ্গ', 'IN', 26.73, 88.4],
  ['Srinagar', 'শ্রীনগর', 'Jammu and Kashmir', 'জম্মু ও কাশ্মীর', 'IN', 34.08, 74.8],
  ['Surat', 'সুরাত', 'Gujarat', 'গুজরাত', 'IN', 21.17, 72.83],
  ['Visakhapatnam', 'বিশাখাপত্তনম', 'Andhra Pradesh', 'অন্ধ্রপ্রদেশ', 'IN', 17.69, 83.22],
  ['Barishal', 'বরিশাল', 'Barishal', 'বরিশাল', 'BD', 22.7, 90.37],
  ['Bogura', 'বগুড়া', 'Rajshahi', 'রাজশাহী', 'BD', 24.85, 89.37],
  ['Chattogram', 'চট্টগ্রাম', 'Chattogram', 'চট্টগ্রাম', 'BD', 22.36, 91.78],
  ['Cumilla', 'কুমিল্লা', 'Chattogram', 'চট্টগ্রাম', 'BD', 23.46, 91.18],
  ['Dhaka', 'ঢাকা', 'Dhaka', 'ঢাকা', 'BD', 23.81, 90.41],
  ['Khulna', 'খুলনা', 'Khulna', 'খুলনা', 'BD', 22.82, 89.55],
  ['Mymensingh', 'ময়মনসিংহ', 'Mymensingh', 'ময়মনসিংহ', 'BD', 24.75, 90.41],
  ['Rajshahi', 'রাজশাহী', 'Rajshahi', 'রাজশাহী', 'BD', 24.37, 88.6],
  ['Rangpur', 'রংপুর', 'Rangpur', 'রংপুর', 'BD', 25.75, 89.24],
  ['Sylhet', 'সিলেট', 'Sylhet', 'সিলেট', 'BD', 24.9, 91.87],
  ['Belém', 'বেলেঁ', 'Pará', 'পারা', 'BR', -1.46, -48.5],
  ['Belo Horizonte', 'বেলো অরিজোঁচি', 'Minas Gerais', 'মিনাস জেরাইস', 'BR', -19.92, -43.94],
  ['Brasília', 'ব্রাসিলিয়া', 'Distrito Federal', 'ফেডারেল জেলা', 'BR', -15.79, -47.88],
  ['Curitiba', 'কুরিতিবা', 'Paraná', 'পারানা', 'BR', -25.43, -49.27],
  ['Fortaleza', 'ফোর্তালেজা', 'Ceará', 'সেয়ারা', 'BR', -3.73, -38.53],
  ['Manaus', 'মানাউস', 'Amazonas', 'আমাজোনাস', 'BR', -3.12, -60.02],
  ['Porto Alegre', 'পোর্তো আলেগ্রে', 'Rio Grande do Sul', 'রিও গ্রান্দে দো সুল', 'BR', -30.03, -51.23],
  ['Recife', 'রেসিফে', 'Pernambuco', 'পের্নাম্বুকো', 'BR', -8.05, -34.88],
  ['Rio de Janeiro', 'রিও দে জানেইরো', 'Rio de Janeiro', 'রিও দে জানেইরো', 'BR', -22.91, -43.17],
  ['Salvador', 'সালভাদর', 'Bahia', 'বাইয়া', 'BR', -12.97, -38.5],
  ['São Paulo', 'সাঁউ পাউলু', 'São Paulo', 'সাঁউ পাউলু', 'BR', -23.55, -46.63],
];

export const TOWNS: readonly Town[] = ROWS.map(
  ([name, nameBengali, region, regionBengali, country, latitude, longitude]) => ({
    ...{ name, nameBengali, region, regionBengali, country },
    ...{ latitude, longitude },
  }),
);

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Beyond this a town says nothing of where somebody is. */
const NEAR_KM_MAX = 150;
const EARTH_RADIUS_KM = 6_371;
const RADIANS = Math.PI / 180;

/** The way over the earth between two points, by the haversine formula. */
export function distanceKm(one: Point, other: Point): number {
  const lat = Math.sin(((other.latitude - one.latitude) * RADIANS) / 2) ** 2;
  const lon = Math.sin(((other.longitude - one.longitude) * RADIANS) / 2) ** 2;
  const cos = Math.cos(one.latitude * RADIANS) * Math.cos(other.latitude * RADIANS);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(lat + cos * lon));
}

/** The nearest town; undefined where none is near. */
export function nearestTown(point: Point): Town | undefined {
  const [nearest] = TOWNS.map((town) => ({ town, km: distanceKm(point, town) })).sort(
    (one, other) => one.km - other.km,
  );
  return nearest !== undefined && nearest.km <= NEAR_KM_MAX ? nearest.town : undefined;
}

/** Without accents and case, so that `sao` finds `São Paulo`. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Towns whose name or region begins a word with what is sought, in either language. */
export function townsFor(sought: string): readonly Town[] {
  const words = plain(sought).trim();
  if (words === '') return TOWNS;
  return TOWNS.filter((town) =>
    [town.name, town.nameBengali, town.region, town.regionBengali].some((text) =>
      plain(text).includes(words),
    ),
  );
}
