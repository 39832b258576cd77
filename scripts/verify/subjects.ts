const LENGTH_MIN = 12;
const LENGTH_MAX = 72;

/** Subjects of commits that say too little, or more than a list of commits shows. */
export function wrongSubjects(subjects: readonly string[]): { subject: string; length: number }[] {
  return subjects
    .map((subject) => ({ subject, length: [...subject].length }))
    .filter(({ length }) => length < LENGTH_MIN || length > LENGTH_MAX);
}
