import type { SignalCode } from '../../evidence/document-reading.ts';
import type { InForce } from '../../evidence/in-force.ts';
import { type Answer, type CheckInput, judged, placesOf } from '../answer.ts';
import type { Policy } from '../policy.ts';
import type { ReasonCode } from '../reasons.ts';
import { isAuthenticitySignal, signalSights } from './authenticity.ts';
import { photoReasons, photoSights } from './photos.ts';
import { signalsOf, unread } from './shared.ts';

const isOfQuality = (code: SignalCode): boolean => !isAuthenticitySignal(code);

const signalled = ({ reading }: InForce): readonly ReasonCode[] =>
  reading ? signalsOf(reading.item).filter(isOfQuality) : [];

/** Returns the reasons against each side of the document. Reasons whose side is not known are those of the front. */
export const qualityBySide = (
  policy: Policy,
  inForce: InForce,
): { readonly front: readonly ReasonCode[]; readonly back: readonly ReasonCode[] } => ({
  front: [...signalled(inForce), ...photoReasons(policy, inForce, 'front')],
  back: photoReasons(policy, inForce, 'back'),
});

/**
 * Checks whether the document is legible. The measures of the photos count before a reading, so that no poor photo is
 * read at a cost.
 */
export const documentQuality = (input: CheckInput): Answer => {
  const { facts, inForce, policy } = input;
  const { front, back } = qualityBySide(policy, inForce);
  if (!facts && front.length + back.length === 0) return unread(input);
  const absent = facts ? [] : unread(input).reasons;
  const places = placesOf(inForce.reading, inForce.front, inForce.back);
  const saw = [
    ...(facts ? signalSights(facts.reading, isOfQuality) : []),
    ...photoSights(policy, inForce, 'front'),
    ...photoSights(policy, inForce, 'back'),
  ];
  return judged([...new Set([...absent, ...front, ...back])], places, {
    source: 'image',
    ...(saw.length > 0 && { saw }),
  });
};
