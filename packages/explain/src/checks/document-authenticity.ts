import { signalImprovements, signalRegressions } from '../counterfactuals/signals.ts';
import { missingFrontRegressions, substituteDocument } from '../counterfactuals/substitute-improvements.ts';
import { withDocument } from '../sample-case/sample-case.ts';
import type { CheckTwin } from './check-twin.ts';

/** Whether there are signs that the document is not authentic. */
export const documentAuthenticity: CheckTwin = {
  isCappedAtReview: true,
  attackCases: [
    {
      name: 'with a document that was altered',
      change: (sampleCase) => withDocument(sampleCase, {}, { signals: [{ code: 'document_tampered', confidence: 1 }] }),
    },
  ],
  counterfactuals: {
    improvements: { reading: [signalImprovements], substitute: [substituteDocument] },
    regressions: { reading: [signalRegressions], document: [missingFrontRegressions] },
  },
};
