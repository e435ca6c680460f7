import { type SightingKind, sightingKinds } from '../../evidence/evidence.ts';
import { type Answer, type CheckInput, failed, notApplicable, passed, placesOf } from '../answer.ts';
import type { Sight } from '../checks.ts';
import type { ReasonCode } from '../reasons.ts';

const reasonFor: Readonly<Record<SightingKind, ReasonCode>> = {
  document: 'duplicate_document',
  person: 'duplicate_person',
  image: 'duplicate_document',
  device: 'device_shared',
};

const onList = (kind: SightingKind, list: 'blocked' | 'allowed'): Sight => ({
  kind: 'value',
  name: `list.${kind}`,
  value: list,
  source: 'register',
});

/**
 * Checks whether this document, person, picture or device was seen under other references of the tenant, or is on one
 * of the tenant's own lists. An entry on the list of those to allow takes no other reason back.
 */
export const duplicates = ({ inForce: { sightings }, policy }: CheckInput): Answer => {
  if (!sightings) return notApplicable;
  const { allowed, blocked, others } = sightings.item;
  const judged = sightingKinds.flatMap((kind) => {
    const [seen, most] = [others[kind], policy.duplicates[kind]];
    return seen === null || most === null ? [] : [{ kind, seen, most }];
  });
  const found = judged.flatMap(({ kind, seen, most }) => (seen > most ? [reasonFor[kind]] : []));
  const against: readonly ReasonCode[] = [...new Set(found), ...(blocked.length > 0 ? ['list_blocked' as const] : [])];
  const noted: readonly ReasonCode[] = allowed.length > 0 ? ['list_allowed'] : [];
  const saw: readonly Sight[] = [
    ...judged.map(({ kind, seen, most }): Sight => {
      return { kind: 'value', name: `others.${kind}`, value: seen, limit: most, source: 'register' };
    }),
    ...blocked.map((kind) => onList(kind, 'blocked')),
    ...allowed.map((kind) => onList(kind, 'allowed')),
  ];
  const [places, extras] = [placesOf(sightings), { source: 'register', saw }] as const;
  return against.length > 0 ? failed([...against, ...noted], places, extras) : passed(places, extras, noted);
};
