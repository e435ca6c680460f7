import type { SignalCode } from '../../evidence/document-reading.ts';
import { judged, placesOf } from '../answer.ts';
import type { ReasonCode } from '../reasons.ts';
import { isAuthenticitySignal } from './authenticity.ts';
import { signalsOf, withFacts } from './shared.ts';

const isOfQuality = (code: SignalCode): boolean => !isAuthenticitySignal(code);

/** Can it be read? */
export const documentQuality = withFacts((facts, { inForce }, places) => {
  const reasons: ReasonCode[] = signalsOf(facts).filter(isOfQuality);
  const sameSide = inForce.back && inForce.back.item.file.sha256 === inForce.front?.item.file.sha256;
  if (sameSide) reasons.push('duplicate_file');
  return judged(reasons, [...places, ...placesOf(inForce.front, inForce.back)], { source: 'image' });
});
