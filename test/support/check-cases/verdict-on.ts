import { type Claimed, type DocumentReading, decide } from '@portcullis/domain';
import { aCase, aReadingEvidence } from '../builders/evidence.ts';
import { decidedAt, standard } from './check-case.ts';

/** A printed value that its reader is sure about. */
export const sure = (value: string) => ({ value, confidence: 1 });

/** The outcome of a case whose document reads so, and the reasons that decide. */
export const verdictOn = (reading: Partial<DocumentReading>, policy = standard, claimed?: Claimed) => {
  const file = aCase({
    instead: { document_reading: [aReadingEvidence(reading)] },
    more: claimed ? [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed }] : [],
  });
  const { deciding, outcome } = decide(policy, file, decidedAt);
  return [outcome, ...deciding];
};
