import { claimImprovements } from '../counterfactuals/claimed-data.ts';
import { deviceImprovements } from '../counterfactuals/device.ts';
import { documentImprovements } from '../counterfactuals/document.ts';
import { historyImprovements } from '../counterfactuals/history.ts';
import { imageImprovements } from '../counterfactuals/images.ts';
import { personImprovements } from '../counterfactuals/person.ts';
import type { FindPerturbations } from '../counterfactuals/perturbation.ts';
import { readingImprovements } from '../counterfactuals/reading.ts';
import { samplingImprovements } from '../counterfactuals/sampling.ts';
import { timeImprovements } from '../counterfactuals/time.ts';

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
