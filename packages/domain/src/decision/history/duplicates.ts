import { type SightingKind, sightingKinds } from '../../evidence/evidence.ts';
import { type Answer, type CheckInput, judged, notApplicable, placesOf } from '../answer.ts';
import type { ReasonCode } from '../reasons.ts';

const reasonFor: Readonly<Record<SightingKind, ReasonCode>> = {
  document: 'duplicate_document',
  person: 'duplicate_person',
  image: 'duplicate_document',
  device: 'device_shared',
};

/** Was this document, person, picture or device seen under other references of the tenant? */
export const duplicates = ({ inForce: { sightings }, policy }: CheckInput): Answer => {
  if (!sightings) return notApplicable;
  const { others } = sightings.item;
  const over = sightingKinds.filter((kind) => {
    const most = policy.duplicates[kind];
    return most !== null && (others[kind] ?? 0) > most;
  });
  return judged([...new Set(over.map((kind) => reasonFor[kind]))], placesOf(sightings), { source: 'register' });
};
