import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DecisionInput } from '../evidence/current-evidence.ts';
import { canonicalJson } from '../kernel/hash.ts';
import type { Policy } from '../policy/policy.ts';

type Drawn = Pick<DecisionInput, 'profileId' | 'samplingKey'>;

/** HMAC-SHA-256 (RFC 2104) under the profile's secret, so that nobody outside of the service can tell who is drawn. */
const drawByKey = ({ profileId, samplingKey }: Drawn): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(samplingKey), utf8ToBytes(canonicalJson({ sampled: profileId }))));

/**
 * Whether a reviewer looks at an approval of this profile although nothing speaks against it. The draw depends on the
 * profile alone, so that another attempt does not change it. Without sampling no digest is computed, because a digest
 * takes as long as several checks.
 */
export const isSampled = (policy: Policy, drawn: Drawn): boolean => {
  if (policy.sampling === 0) return false;
  const digest = drawByKey(drawn);
  return Number.parseInt(digest.slice(0, 8), 16) / 0x1_0000_0000 < policy.sampling;
};
