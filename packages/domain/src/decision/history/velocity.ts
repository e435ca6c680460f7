import { type Answer, type CheckInput, judged, notApplicable, placesOf } from '../answer.ts';

const kinds = ['document', 'device', 'reference'] as const;

/** Checks whether this document, device or reference had too many attempts in the window. Failed attempts count. */
export const velocity = ({ inForce: { sightings }, policy }: CheckInput): Answer => {
  if (!sightings) return notApplicable;
  const { attempts } = sightings.item;
  const counted = kinds.flatMap((kind) => {
    const [seen, most] = [attempts[kind], policy.velocity[kind]];
    return seen === null || most === null ? [] : [{ kind, seen, most }];
  });
  const reasons = counted.flatMap(({ kind, seen, most }) => (seen > most ? [`velocity_${kind}` as const] : []));
  const saw = [
    { name: 'window_seconds', value: attempts.windowSeconds, limit: policy.velocity.windowSeconds },
    ...counted.map(({ kind, seen, most }) => ({ name: `attempts.${kind}`, value: seen, limit: most })),
  ].map((sight) => ({ kind: 'value', source: 'register', ...sight }) as const);
  return judged(reasons, placesOf(sightings), { source: 'register', saw });
};
