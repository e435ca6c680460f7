import type { FindPerturbations } from './edit.ts';
import { claimImprovements } from './mends/claimed.ts';
import { deviceImprovements } from './mends/device.ts';
import { documentImprovements } from './mends/document.ts';
import { historyImprovements } from './mends/history.ts';
import { imageImprovements } from './mends/images.ts';
import { personImprovements } from './mends/person.ts';
import { readingImprovements } from './mends/reading.ts';
import { samplingImprovements } from './mends/sample.ts';
import { timeImprovements } from './mends/time.ts';

/** Finds every single perturbation that could have improved a scenario, in a fixed order. */
export const improvements: FindPerturbations = (context) =>
  [
    imageImprovements,
    readingImprovements,
    timeImprovements,
    documentImprovements,
    claimImprovements,
    personImprovements,
    deviceImprovements,
    historyImprovements,
    samplingImprovements,
  ].flatMap((find) => find(context));
