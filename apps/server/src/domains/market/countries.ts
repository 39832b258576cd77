/** Countries of the product: India is the main one; its stocks are listed. */
export const COUNTRIES = [{ country: 'IN', name: 'India', currency: 'INR', areaCode: '91' }] as const;
