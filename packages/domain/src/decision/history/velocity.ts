import { type Answer, type CheckInput, judged, notApplicable, placesOf } from '../answer.ts';
import type { ReasonCode } from '../reasons.ts';

const kinds = ['document', 'device', 'reference'] as const;

/** Too many attempts in the window, of this document, device or reference? Failed ones count. */
export const velocity = ({ inForce: { sightings }, policy }: CheckInput): Answer => {
  if (!sightings) return notApplicable;
  const { attempts } = sightings.item;
  const reasons = kinds.flatMap((kind): ReasonCode[] => {
    const most = policy.velocity[kind];
    return most !== null && (attempts[kind] ?? 0) > most ? [`velocity_${kind}`] : [];
  });
  return judged(reasons, placesOf(sightings), { source: 'register' });
};
