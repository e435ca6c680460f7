import { barcodeImprovements } from '../counterfactuals/change-reading.ts';
import { missingFrontRegressions, substituteDocument } from '../counterfactuals/substitute-improvements.ts';
import { withDocument } from '../sample-case/sample-case.ts';
import type { CheckTwin } from './check-twin.ts';

/** Whether the barcode is that of a known issuer. */
export const documentBarcode: CheckTwin = {
  attackCases: [
    {
      name: 'with a barcode that nobody could read',
      change: (sampleCase) => withDocument(sampleCase, {}, { barcode: { state: 'unreadable' } }),
    },
  ],
  counterfactuals: {
    improvements: { barcode: [barcodeImprovements], substitute: [substituteDocument] },
    regressions: { document: [missingFrontRegressions] },
  },
};
