import { join } from 'node:path';
import { root } from '../repository/files.ts';
import { recordJourneys } from './recorded-journeys.ts';
import { recordOperations, recordRefusals } from './recorded-operations.ts';

/** The file with the recorded bodies. */
export const recordedFile = join(root, 'test/fixtures/api/bodies.txt');

/** The bodies of every operation and of the common refusals, as they are answered now: a text of paragraphs. */
export const recordBodies = async (): Promise<string> => {
  const texts = [...(await recordOperations()), ...(await recordRefusals()), ...(await recordJourneys())];
  return `${texts.join('\n\n')}\n`;
};
