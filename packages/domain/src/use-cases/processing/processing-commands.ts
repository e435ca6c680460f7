import type { FaceMatchEvidence } from '../../evidence/evidence.ts';
import { deterministicId } from '../../kernel/hash.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import type { Loaded } from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';

/** The command for one observation. Two instances that make the observation at the same time record it once. */
export const commandFor = (loaded: Loaded, evidence: NewEvidence): Command => {
  const { attempt, evidence: before } = loaded.profile;
  return {
    id: deterministicId(`${evidence.kind}/${attempt.number}/${subjectOf(evidence, before.length)}`),
    actor: actorOf(null),
    action: { type: 'observe', forAttempt: attempt.number, evidence: [evidence] },
  };
};

const faceSubject = ({
  documentFileId,
  referenceFileId,
}: Pick<FaceMatchEvidence, 'documentFileId' | 'referenceFileId'>) => `${documentFileId}/${referenceFileId}`;

/**
 * The subject of an observation. An observation that may have another result the next time is named after the evidence
 * that was there before.
 */
const subjectOf = (evidence: NewEvidence, before: number): string => {
  if (evidence.kind === 'document_reading') return evidence.id;
  if (evidence.kind === 'face_match') return faceSubject(evidence);
  if (evidence.kind === 'provider_failure') return `${evidence.observation}/${before}`;
  return evidence.kind === 'device' ? evidence.eventId : `${before}`;
};

/** The commands that record duplicates and then judge the profile. */
export const decisionCommands = (loaded: Loaded, duplicates: readonly NewEvidence[]): readonly Command[] => {
  const { attempt, evidence } = loaded.profile;
  const command: Command = {
    id: deterministicId(`judge/${attempt.number}/${evidence.length}`),
    actor: actorOf(null),
    action: { type: 'complete_checks' },
  };
  return [...duplicates.map((one) => commandFor(loaded, one)), command];
};
