import { citations } from './citations.ts';
import { comments } from './comments.ts';
import { cycles } from './cycles.ts';
import { exactNumbers } from './exact-numbers.ts';
import { folders } from './folders.ts';
import { leftBehind } from './left-behind.ts';
import { productSeam } from './product-seam.ts';
import { pureCore } from './pure-core.ts';
import type { Rule } from './rule.ts';
import { sizes } from './sizes.ts';
import { typeEscapes } from './type-escapes.ts';
import { unitConstants } from './unit-constants.ts';
import { walls } from './walls.ts';
import { words } from './words.ts';
import { zodMini } from './zod-mini.ts';

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
  typeEscapes,
  leftBehind,
  citations,
  unitConstants,
  comments,
  zodMini,
];
