import { isLeaked } from './leaked-passwords.ts';

/** Why a password would be guessed among the first. */
export type PasswordWeakness =
  /**
   * Among those seen most often in leaks, or a common word with the usual decoration (`P@ssw0rd1!`).
   */
  | 'common'
  /**
   * One character or a short piece repeated, or a run of
   * neighbours in the alphabet, the digits or on the keyboard.
   */
  | 'pattern'
  /** A date, or a number that looks like a phone. */
  | 'number'
  /** Holds the name, e-mail address or phone of its own account. */
  | 'personal';

const COMMON = new Set(
  `
  password passwd passcode letmein welcome login master admin administrator root access secret default guest user test
  testing tester changeme temp temporary pass passme mypass mypassword newpass newpassword iloveyou loveyou lovely
  love loveme sweetheart darling babygirl baby princess prince angel angels sunshine flower butterfly rainbow diamond
  precious forever friend friends family mother father mommy daddy brother sister summer winter spring autumn monday
  sunday january february march april june july august september october november december monkey dragon tiger lion
  eagle panda kitty puppy doggy horse shadow ghost ninja pirate warrior hunter killer soldier ranger wizard magic
  superman batman spiderman ironman starwars pokemon naruto matrix pikachu hello hellokitty hithere whatever nothing
  something freedom liberty trustno trustme believe blessed jesus christ heaven bismillah allah ganesh ganesha krishna
  shiva durga saraswati lakshmi hanuman sairam omsairam jaishriram waheguru india bharat indian mumbai delhi kolkata
  chennai bangalore hyderabad bangladesh dhaka bangla pakistan nepal london america football cricket soccer baseball
  basketball hockey arsenal chelsea liverpool barcelona realmadrid manchester yankees cowboys lakers steelers sachin
  dhoni kohli rohit ronaldo messi michael jordan jennifer jessica ashley nicole amanda daniel charlie thomas robert
  andrew joshua george matthew anthony rahul priya pooja deepak sanjay amit ankit mohammed muhammad computer internet
  google facebook samsung apple iphone nokia microsoft windows linux android laptop mobile money dollar rupee crypto
  bitcoin ethereum trading trader stocks broker market profit invest tarazu mustang ferrari porsche mercedes corvette
  harley chocolate cookie cheese banana orange cherry coffee pepper ginger purple silver golden yellow maggie buster
  bailey biscuit snoopy garfield peanut qazwsx zaqwsx abcabc asdasd zxczxc qweqwe aabbcc aaabbb passpass blink
  `
    .trim()
    .split(/\s+/),
);

/** Rows of keys and of signs in their order; a run along one of them, either way, is a pattern. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9',
  '1a2b3c4d5e6f7g8h9i',
];

const LETTER_OF_SIGN: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
};

const RUN_PIECE_MIN = 3;
const PERSONAL_PART_MIN = 4;

/**
 * Looks for what guessers try first. It holds for the lengths that the product allows (6 to 20 characters)
 * and answers null for a password with nothing against it.
 *
 * @param personal what the account is known by: names, e-mail addresses, phone numbers.
 */
export function findPasswordWeakness(password: string, personal: readonly string[]): PasswordWeakness | null {
  const lower = password.normalize('NFKC').toLowerCase();
  if (isCommon(lower)) return 'common';
  if (isRepetition(lower) || isRuns(lower)) return 'pattern';
  if (holdsPersonal(lower, personal)) return 'personal';
  if (isDateOrPhone(lower)) return 'number';
  return isLeaked(lower) ? 'common' : null;
}

/** A common word, plain or with signs for letters, with digits and signs before or after it, or twice. */
function isCommon(lower: string): boolean {
  const undecorated = lower.replace(/[^a-z]+$/, '');
  return [lower, withLetters(lower), withLetters(undecorated)].some((text) => {
    const core = text.replace(/^[^a-z]+|[^a-z]+$/g, '');
    const half = core.slice(0, core.length / 2);
    return COMMON.has(text) || COMMON.has(core) || (half.repeat(2) === core && COMMON.has(half));
  });
}

function withLetters(text: string): string {
  return [...text].map((sign) => LETTER_OF_SIGN[sign] ?? sign).join('');
}

/** The whole is a piece of at most half its length, repeated; the last time may be cut short. */
function isRepetition(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .startsWith(text)
    )
      return true;
  }
  return false;
}

/**
 * The whole is made of runs along the rows, each of at least three signs: `abc123`, `qwerty987`, `1qaz2wsx`.
 */
function isRuns(text: string): boolean {
  const endsRun = new Array<boolean>(text.length + 1).fill(false);
  endsRun[0] = true;
  for (let end = RUN_PIECE_MIN; end <= text.length; end += 1) {
    for (let from = 0; from <= end - RUN_PIECE_MIN; from += 1) {
      if (endsRun[from] === true && isRun(text.slice(from, end))) endsRun[end] = true;
    }
  }
  return endsRun[text.length] === true;
}

function isRun(piece: string): boolean {
  if (piece === piece.charAt(0).repeat(piece.length)) return true;
  const backwards = [...piece].reverse().join('');
  return ROWS.some((row) => row.includes(piece) || row.includes(backwards));
}

/** `01011990`, `1990-01-01`, `010190`, `9876543210`, `+8801712345678`. */
function isDateOrPhone(text: string): boolean {
  const digits = text.replace(/[\s./+-]/g, '');
  if (!/^\d{6,15}$/.test(digits)) return false;
  if (digits.length >= 10) return true;
  const dayMonth = '(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2])';
  const monthDay = '(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])';
  const year = '(?:19|20)\\d\\d';
  return new RegExp(`^(?:(?:${dayMonth}|${monthDay})(?:${year}|\\d\\d)|(?:${year}|\\d\\d)${monthDay})$`).test(
    digits,
  );
}

function holdsPersonal(lower: string, personal: readonly string[]): boolean {
  return personal
    .flatMap(personalParts)
    .filter((part) => part.length >= PERSONAL_PART_MIN)
    .some((part) => lower.includes(part) || part.includes(lower));
}

/** The words of a name or an e-mail address, or all digits of a phone number. */
function personalParts(text: string): string[] {
  const hasLetters = /\p{L}/u.test(text);
  return hasLetters ? text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u) : [text.replace(/\D/g, '')];
}
