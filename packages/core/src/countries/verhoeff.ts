/** Multiplication in the dihedral group of the pentagon, as Verhoeff's check digit has it. */
const TIMES = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const MOVED = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

export function hasVerhoeffDigit(digits: string): boolean {
  let check = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const moved = Number(MOVED[place % MOVED.length]?.[Number(digit)]);
    check = Number(TIMES[check]?.[moved]);
  }
  return check === 0;
}
