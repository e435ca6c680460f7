import { nameRules } from '../checks/shared/name-rules.ts';
import { documentFacts } from '../documents/facts.ts';
import { documentView } from '../documents/fields.ts';
import { type CurrentEvidence, currentEvidence } from '../evidence/current-evidence.ts';
import { type Policy, rulesOf } from '../policy/policy.ts';
import type { Profile } from './profile.ts';
import { decisionInput, requirements } from './requirements.ts';
import type { FileView, ProfileView } from './view.ts';

const fileViews = (profile: Profile, { back, front, result }: CurrentEvidence): readonly FileView[] => {
  const current = new Set([front?.value.file.id, back?.value.file.id, result?.value.referenceFileId]);
  const newest = new Map<string, string>();
  for (const item of profile.evidence) if (item.kind === 'file') newest.set(item.file.kind, item.file.id);
  return profile.evidence.flatMap((item) => {
    if (item.kind !== 'file') return [];
    const { id, kind } = item.file;
    const isCurrent =
      kind === 'facial_photo' || kind === 'facial_video' || kind === 'supporting_document'
        ? newest.get(kind) === id
        : current.has(id);
    return [{ ...item.file, attempt: item.attempt, superseded: !isCurrent, createdAt: item.at }];
  });
};

/** Everything that follows from a profile under its policy, at `now` (ISO 8601). */
export const viewProfile = (policy: Policy, profile: Profile, now: string): ProfileView => {
  const selected = currentEvidence(decisionInput(profile));
  const { consent, reading } = selected;
  const facts = reading && documentFacts(reading.value, rulesOf(policy));
  return {
    profile,
    requirements: profile.redaction ? [] : requirements(policy, profile, now, selected),
    document: facts && documentView(facts, nameRules(facts, policy)),
    checks: profile.checks,
    consent: consent?.value ?? null,
    files: fileViews(profile, selected),
  };
};
