import { comments } from './comments/columns.ts';
import { firstWords } from './comments/first-words.ts';
import { sentences } from './comments/sentences.ts';
import type { Rule } from './rule.ts';
import { citations } from './rules/citations.ts';
import { cycles } from './rules/cycles.ts';
import { exactNumbers } from './rules/exact-numbers.ts';
import { folders } from './rules/folders.ts';
import { leftBehind } from './rules/left-behind.ts';
import { productSeam } from './rules/product-seam.ts';
import { pureCore } from './rules/pure-core.ts';
import { replayMarks } from './rules/replay-marks.ts';
import { screenWords } from './rules/screen-words.ts';
import { sizes } from './rules/sizes.ts';
import { spreads } from './rules/spreads.ts';
import { typeEscapes } from './rules/type-escapes.ts';
import { unitConstants } from './rules/unit-constants.ts';
import { walls } from './rules/walls.ts';
import { words } from './rules/words.ts';
import { zodMini } from './rules/zod-mini.ts';

/** Every rule `npm run tidy` checks. */
export const rules: readonly Rule[] = [
  walls,
  cycles,
  sizes,
  folders,
  pureCore,
  productSeam,
  exactNumbers,
  words,
  screenWords,
  typeEscapes,
  spreads,
  leftBehind,
  citations,
  replayMarks,
  unitConstants,
  comments,
  firstWords,
  sentences,
  zodMini,
];
