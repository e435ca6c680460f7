import type { EditsOf } from './edit.ts';
import { claimedMends } from './mends/claimed.ts';
import { deviceMends } from './mends/device.ts';
import { documentMends } from './mends/document.ts';
import { historyMends } from './mends/history.ts';
import { imageMends } from './mends/images.ts';
import { personMends } from './mends/person.ts';
import { readingMends } from './mends/reading.ts';
import { sampleMends } from './mends/sample.ts';
import { timeMends } from './mends/time.ts';

/** Finds every single perturbation that could have improved a scenario, in a fixed order. */
export const mends: EditsOf = (scene) =>
  [
    imageMends,
    readingMends,
    timeMends,
    documentMends,
    claimedMends,
    personMends,
    deviceMends,
    historyMends,
    sampleMends,
  ].flatMap((edits) => edits(scene));
