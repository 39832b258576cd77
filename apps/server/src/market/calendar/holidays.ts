/**
 * A day without trading. Rows are data with a source, to be replaced by import when the exchange publishes.
 */
export interface HolidayRow {
  /** `YYYY-MM-DD`, IST. */
  readonly date: string;
  readonly name: string;
  /** True while the exchange has not published the list; screens say so. */
  readonly provisional: boolean;
}

const published = (date: string, name: string): HolidayRow => ({ date, name, provisional: false });
const provisional = (date: string, name: string): HolidayRow => ({ date, name, provisional: true });

/**
 * Trading holidays of the exchange, those on weekends included. 2026 is the
 * published list (with the day added after publication); 2027 comes from festival
 * dates. The evening session of Diwali is not here: its time comes by circular.
 */
export const holidayRows: readonly HolidayRow[] = [
  published('2026-01-15', 'Municipal election in Maharashtra'),
  published('2026-01-26', 'Republic Day'),
  published('2026-02-15', 'Mahashivratri'),
  published('2026-03-03', 'Holi'),
  published('2026-03-21', 'Id-ul-Fitr'),
  published('2026-03-26', 'Shri Ram Navami'),
  published('2026-03-31', 'Shri Mahavir Jayanti'),
  published('2026-04-03', 'Good Friday'),
  published('2026-04-14', 'Dr. Babasaheb Ambedkar Jayanti'),
  published('2026-05-01', 'Maharashtra Day'),
  published('2026-05-28', 'Bakri Id'),
  published('2026-06-26', 'Muharram'),
  published('2026-08-15', 'Independence Day'),
  published('2026-09-14', 'Ganesh Chaturthi'),
  published('2026-10-02', 'Mahatma Gandhi Jayanti'),
  published('2026-10-20', 'Dussehra'),
  published('2026-11-08', 'Diwali Laxmi Pujan'),
  published('2026-11-10', 'Diwali Balipratipada'),
  published('2026-11-24', 'Guru Nanak Jayanti'),
  published('2026-12-25', 'Christmas'),
  provisional('2027-01-26', 'Republic Day'),
  provisional('2027-03-06', 'Mahashivratri'),
  provisional('2027-03-10', 'Id-ul-Fitr'),
  provisional('2027-03-22', 'Holi'),
  provisional('2027-03-26', 'Good Friday'),
  provisional('2027-04-14', 'Dr. Babasaheb Ambedkar Jayanti'),
  provisional('2027-04-15', 'Shri Ram Navami'),
  provisional('2027-04-19', 'Shri Mahavir Jayanti'),
  provisional('2027-05-01', 'Maharashtra Day'),
  provisional('2027-05-17', 'Bakri Id'),
  provisional('2027-06-16', 'Muharram'),
  provisional('2027-08-15', 'Independence Day'),
  provisional('2027-09-04', 'Ganesh Chaturthi'),
  provisional('2027-10-02', 'Mahatma Gandhi Jayanti'),
  provisional('2027-10-09', 'Dussehra'),
  provisional('2027-10-29', 'Diwali Laxmi Pujan'),
  provisional('2027-10-30', 'Diwali Balipratipada'),
  provisional('2027-11-14', 'Guru Nanak Jayanti'),
  provisional('2027-12-25', 'Christmas'),
];

/** Month and day of the holidays that never move: all that is known of a year without a list. */
export const fixedHolidays: readonly { readonly monthDay: string; readonly name: string }[] = [
  { monthDay: '01-26', name: 'Republic Day' },
  { monthDay: '05-01', name: 'Maharashtra Day' },
  { monthDay: '08-15', name: 'Independence Day' },
  { monthDay: '10-02', name: 'Mahatma Gandhi Jayanti' },
  { monthDay: '12-25', name: 'Christmas' },
];
