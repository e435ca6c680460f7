import { barcodeCases } from './barcode-cases.ts';
import { challengeCases, repeatedPictureCases } from './challenge-cases.ts';
import type { CheckCase } from './check-case.ts';
import { claimCases } from './claim-cases.ts';
import { consistencyCases } from './consistency-cases.ts';
import { dateCases } from './date-cases.ts';
import { documentCases } from './document-cases.ts';
import { historyCases } from './history-cases.ts';
import { lackingCases } from './lacking-cases.ts';
import { licenceCases } from './licence-cases.ts';
import { missingDocumentCases } from './missing-document-cases.ts';
import { mrzComparisonCases } from './mrz-comparison-cases.ts';
import { nameCases } from './name-cases.ts';
import { personCases } from './person-cases.ts';
import { photoCases } from './photo-cases.ts';
import { publishedCases } from './published-cases.ts';
import { repeatedCases } from './repeated-cases.ts';
import { sessionCases, verdictCases } from './session-cases.ts';
import { sideCases } from './side-cases.ts';

/** The cases of every file of this folder. */
export const everyCase: readonly CheckCase[] = [
  ...documentCases,
  ...missingDocumentCases,
  ...photoCases,
  ...barcodeCases,
  ...consistencyCases,
  ...sideCases,
  ...mrzComparisonCases,
  ...claimCases,
  ...nameCases,
  ...dateCases,
  ...licenceCases,
  ...lackingCases,
  ...publishedCases,
  ...personCases,
  ...sessionCases,
  ...verdictCases,
  ...challengeCases,
  ...repeatedPictureCases,
  ...repeatedCases,
  ...historyCases,
];
