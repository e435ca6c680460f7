import { writeFileSync } from 'node:fs';
import { recordBodies, recordedFile } from '../support/http/recorded-bodies.ts';

// `npm run record:bodies` writes the bodies of the API anew, with which `recorded-bodies.test.ts` compares.
writeFileSync(recordedFile, await recordBodies());
