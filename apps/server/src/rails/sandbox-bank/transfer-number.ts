import { DAY_MS, INDIA_OFFSET_MS } from '@tarazu/core/values';
import type { TransferMethod } from '#rails/ports.ts';

/**
 * Number of a transfer in the form of its way (rules 2.20): 12 digits for UPI and IMPS, 16 signs for
 * NEFT, 22 for RTGS, 10 and 8 for bKash and Nagad, 32 for PIX. Unique as long as the serial is.
 */
export function transferNumberOf(method: TransferMethod, serial: number, atMs: number): string {
  const day = new Date(atMs + INDIA_OFFSET_MS).toISOString().slice(0, 10);
  const [year = '', month = '', date = ''] = day.split('-');
  const digits = (length: number): string => String(serial).padStart(length, '0').slice(-length);
  if (method === 'neft') return `SBOXN${year.slice(2)}${dayOfYear(day)}${digits(6)}`;
  if (method === 'rtgs') return `SBOXRS${year}${month}${date}${digits(8)}`;
  if (method === 'bkash') return `SB${serial.toString(36).toUpperCase().padStart(8, '0')}`;
  if (method === 'nagad') return `N${serial.toString(36).toUpperCase().padStart(7, '0')}`;
  if (method === 'pix') {
    const minute = new Date(atMs).toISOString().slice(11, 16).replace(':', '');
    return `E90010001${year}${month}${date}${minute}${serial.toString(36).toUpperCase().padStart(11, '0')}`;
  }
  return `6${digits(11)}`;
}

function dayOfYear(day: string): string {
  const first = Date.parse(`${day.slice(0, 4)}-01-01`);
  return String((Date.parse(day) - first) / DAY_MS + 1).padStart(3, '0');
}
