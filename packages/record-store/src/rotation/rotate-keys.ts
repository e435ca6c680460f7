import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { recordEncryption } from '../keys/record-encryption.ts';
import { bindPolicyDraftsPart } from './bind-drafts.ts';
import {
  bindAccessLogPart,
  bindClientsPart,
  bindDeviceEventsPart,
  bindPoliciesPart,
  bindReviewClaimsPart,
  bindSettingsPart,
  bindWebhookEndpointsPart,
} from './bind-rows.ts';
import { bindStaffMembersPart, endClearSessionsPart } from './bind-staff.ts';
import { declareSealed } from './declare-sealed.ts';
import { type KeyStatus, keyStatus } from './key-status.ts';
import type { PlaintextCategory, UnboundCategory } from './plaintext-rows.ts';
import { rewrapPart } from './rewrap.ts';
import { type Progress, type RotationNeeds, type RotationPart, runPart } from './rotation-part.ts';
import { bindListsPart, sealNotesPart } from './seal-lists.ts';
import { sealAnswersPart, sealDigestKeysPart, sealEntriesPart, sealFilesPart } from './seal-other-rows.ts';
import { sealProfilesPart } from './seal-profiles.ts';

/**
 * The result of a rotation, and the rows that could not be rotated. `isPurged`: everything is under the primary key,
 * and nothing of the earlier content remains in the free pages of the database and in its journal.
 */
export type Rotation = {
  readonly status: KeyStatus;
  readonly remaining: readonly string[];
  readonly isPurged: boolean;
};

/** How many rows are under another key, or in plaintext. */
export const remainingCount = ({ keyUsage, plaintextCount, unboundCount }: KeyStatus, keyId: string): number => {
  const underOtherKeys = keyUsage
    .filter((usage) => usage.keyId !== keyId)
    .map(({ dataKeys, serviceKeys }) => dataKeys + serviceKeys);
  const counts = [...underOtherKeys, ...Object.values(plaintextCount), ...Object.values(unboundCount)];
  return counts.reduce((sum, count) => sum + count, 0);
};

/** How often the truncation of the journal is tried while others read it. */
const purgeAttempts = 20;

/**
 * How many rounds a rotation makes at most: other instances may write with other keys what it has already processed.
 */
const maxRounds = 5;

const partsOf = (needs: RotationNeeds): readonly RotationPart[] => {
  const parts: { readonly [Part in PlaintextCategory | UnboundCategory | 'data_keys']: RotationPart } = {
    service_keys: rewrapPart(needs, 'service_keys'),
    data_keys: rewrapPart(needs, 'data_keys'),
    sighting_keys: sealDigestKeysPart(needs),
    profiles: sealProfilesPart(needs),
    entries: sealEntriesPart(needs),
    files: sealFilesPart(needs),
    answers: sealAnswersPart(needs),
    notes: sealNotesPart(needs),
    policies: bindPoliciesPart(needs),
    settings: bindSettingsPart(needs),
    lists: bindListsPart(needs),
    device_events: bindDeviceEventsPart(needs),
    access_log: bindAccessLogPart(needs),
    webhook_endpoints: bindWebhookEndpointsPart(needs),
    staff_members: bindStaffMembersPart(needs),
    staff_sessions: endClearSessionsPart(needs),
    review_claims: bindReviewClaimsPart(needs),
    clients: bindClientsPart(needs),
    policy_drafts: bindPolicyDraftsPart(needs),
  };
  return Object.values(parts);
};

/**
 * Brings everything under the primary key of the keyring: keys that another key wraps, and plaintext rows. Each row is
 * rotated atomically, so the rotation can be stopped at any moment and started again, while the service runs. It ends
 * with a purge, also when rows remain: they leave nothing of the rotated rows in the files of the database.
 */
export const rotateKeys =
  (
    driver: RecordDriver,
    keyring: Keyring,
    requireSealed: boolean,
    onProgress: (progress: Progress) => void,
  ): TaskEither<Unavailable, Rotation> =>
  async () => {
    const encryption = recordEncryption(driver, keyring, requireSealed);
    const parts = partsOf({ driver, keyring, encryption });
    for (let round = 1; ; round += 1) {
      const left: string[] = [];
      let done = 0;
      for (const part of parts) {
        const progress = await runPart(part, onProgress);
        if (E.isLeft(progress)) return progress;
        left.push(...progress.right.remaining);
        done += progress.right.rotated;
      }
      let status = await keyStatus(driver)();
      if (E.isLeft(status)) return status;
      const isDone = remainingCount(status.right, keyring.primary.id) === 0;
      if (isDone && !status.right.isSealed) {
        const marked = await declareSealed(encryption, keyring)();
        if (E.isLeft(marked)) return marked;
        status = await keyStatus(driver)();
        if (E.isLeft(status)) return status;
      }
      if (isDone || done === 0 || round === maxRounds) {
        // The purge runs whatever remains: the old content of rows that this run rotated, or one before it that was
        // stopped, is still in the files.
        const isPurged = E.isRight(await driver.purge(true, purgeAttempts)());
        return E.right({ status: status.right, remaining: left, isPurged: isDone && isPurged });
      }
    }
  };
