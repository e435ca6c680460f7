import { type Diagnosis, type DocumentReader, E } from '@portcullis/domain';
import type { DiagnosisFinding } from '@portcullis/domain/ports';
import { specimenLines, specimenMrz } from './specimen-mrz.ts';

const subject = 'local document reader';
const remedy =
  'Install the packages again (npm ci): the OCR engine, its data or the image library is missing or not ours.';

const specimen = {
  call: { profileId: 'specimen', attempt: 1 },
  front: { bytes: Buffer.from(specimenMrz, 'base64'), contentType: 'image/png' },
  back: null,
  hints: {},
} as const;

const failedFinding = (found: string): DiagnosisFinding => ({ subject, verdict: 'wrong', found, remedy });

const findingOf = (lines: readonly string[] | null, milliseconds: number): DiagnosisFinding =>
  lines?.join() === specimenLines.join()
    ? {
        subject,
        verdict: 'ok',
        found: `it reads a machine-readable zone in ${Math.round(milliseconds)} ms, with the start of its engines.`,
        remedy: null,
      }
    : failedFinding('it does not read its own specimen.');

/**
 * Lets the reader read a specimen MRZ that comes with this package. That tests whether the engine, its data and the
 * image library are installed and work together.
 */
export const diagnoseReader =
  (reader: DocumentReader): Diagnosis =>
  () =>
  async () => {
    const began = performance.now();
    const read = await reader.read(specimen)();
    if (E.isLeft(read)) return E.right([failedFinding(`it cannot be used (${read.left.kind}).`)]);
    return E.right([findingOf(read.right.mrzLines, performance.now() - began)]);
  };
