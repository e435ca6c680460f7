import type { Policy } from '../decision/policy.ts';
import { documentFacts } from '../evidence/document-facts.ts';
import { documentView } from '../evidence/field-table.ts';
import { inForce } from '../evidence/in-force.ts';
import type { Profile } from './profile.ts';
import { caseFile, requirements } from './requirements.ts';
import type { FileView, ProfileView } from './view.ts';

const fileViews = (profile: Profile): readonly FileView[] => {
  const { back, front, result } = inForce(caseFile(profile));
  const counting = new Set([front?.item.file.id, back?.item.file.id, result?.item.referenceFileId]);
  const newest = new Map<string, string>();
  for (const item of profile.evidence) if (item.kind === 'file') newest.set(item.file.kind, item.file.id);
  return profile.evidence.flatMap((item) => {
    if (item.kind !== 'file') return [];
    const { id, kind } = item.file;
    const counts =
      kind === 'facial_photo' || kind === 'facial_video' || kind === 'supporting_document'
        ? newest.get(kind) === id
        : counting.has(id);
    return [{ ...item.file, attempt: item.attempt, superseded: !counts, createdAt: item.at }];
  });
};

/** Everything that follows from a profile under its policy, at `now` (ISO 8601). */
export const viewProfile = (policy: Policy, profile: Profile, now: string): ProfileView => {
  const { consent, reading } = inForce(caseFile(profile));
  return {
    profile,
    requirements: profile.redaction ? [] : requirements(policy, profile, now),
    document: reading ? documentView(documentFacts(reading.item), policy.names.pass) : null,
    checks: profile.checks,
    consent: consent?.item ?? null,
    files: fileViews(profile),
  };
};
