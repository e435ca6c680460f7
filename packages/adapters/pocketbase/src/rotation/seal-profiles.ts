import { decode, E, ProfileCodec, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { Keyring } from '@portcullis/record-store';
import { deletion, recordUrl, sendBatch, type Write } from '../client/batch.ts';
import type { PocketbaseClient } from '../client/client.ts';
import type { PocketbaseRejection } from '../client/failure.ts';
import type { RecordEncryption } from '../encryption/record-encryption.ts';
import { ledgerRowId } from '../profiles/profile-batch.ts';
import { isConsistentRow, isErased, ProfileRow, personalColumns } from '../profiles/profile-row.ts';
import { plaintextIds, toUnavailable } from './plaintext-rows.ts';
import type { RotationOutcome, RotationPart } from './rotation-part.ts';
import { readRow } from './row-access.ts';

/** How often a profile is tried again when others write to it meanwhile. */
const maxAttempts = 20;

/**
 * Locks a profile for one transaction: its next position in the ledger is taken, and released at the end. When another
 * writer has changed the profile since it was read, the position is already taken and the transaction is rejected; a
 * later writer finds the position free.
 */
const withLedgerLock = (profileId: string, version: number, write: Write): readonly Write[] => {
  const id = ledgerRowId(profileId, version + 1);
  const lockRow = {
    id,
    profile: profileId,
    seq: version + 1,
    kind: 'held',
    data: { held: true },
    follows: ledgerRowId(profileId, version),
  };
  return [{ method: 'POST', url: recordUrl('ledger'), body: lockRow }, write, deletion('ledger', id)];
};

const hasMoved = (failure: PocketbaseRejection | Unavailable): boolean =>
  failure._tag === 'Refused' &&
  failure.batchIndex === 0 &&
  ['id', 'profile', 'seq'].some((column) => failure.codes[column] === 'validation_not_unique');

/** Whether the ledger does not end where the row says. */
const hasGap = (failure: PocketbaseRejection | Unavailable): boolean =>
  failure._tag === 'Refused' &&
  failure.batchIndex === 0 &&
  failure.codes['follows'] === 'validation_missing_rel_records';

const isDuplicate = (failure: PocketbaseRejection | Unavailable): boolean =>
  failure._tag === 'Refused' && failure.batchIndex === 1 && failure.codes['current_key'] === 'validation_not_unique';

const outcomes = {
  rotated: TE.right<Unavailable, RotationOutcome>('mended'),
  invalidForm: TE.right<Unavailable, RotationOutcome>({ left: 'the row does not have the form of a profile' }),
  gap: TE.right<Unavailable, RotationOutcome>({ left: 'its ledger does not end where the row says' }),
  duplicate: TE.right<Unavailable, RotationOutcome>({ left: 'another current profile has its reference' }),
  destroyed: TE.right<Unavailable, RotationOutcome>({ left: 'its data was destroyed' }),
  busy: TE.right<Unavailable, RotationOutcome>({ left: 'it was written to all the time' }),
};

/** Seals the profiles whose rows are in plaintext, as they were written, field by field and whatever their release. */
export const sealProfilesPart = (
  client: PocketbaseClient,
  keyring: Keyring,
  encryption: RecordEncryption,
): RotationPart => {
  const { dataKeys, lookUpDigest: lookUp } = encryption;

  const sealRow = (row: ProfileRow, left: number): TaskEither<Unavailable, RotationOutcome> => {
    if (row.key !== '') return outcomes.rotated;
    const decoded = decode(ProfileCodec, row.data);
    if (E.isLeft(decoded) || !isConsistentRow(row, decoded.right)) return outcomes.invalidForm;
    const profile = decoded.right;
    if (isErased(profile)) return outcomes.rotated;
    const afterRefusal = (failure: PocketbaseRejection | Unavailable): TaskEither<Unavailable, RotationOutcome> => {
      if (isDuplicate(failure)) return outcomes.duplicate;
      if (hasGap(failure)) return outcomes.gap;
      return hasMoved(failure) ? attempt(row.id, left - 1) : TE.left(toUnavailable(failure));
    };
    return pipe(
      TE.Do,
      TE.bindW('digest', () => lookUp),
      TE.bindW('key', () => dataKeys.findOrCreate(keyring, row.id)),
      TE.map(({ digest, key }) => personalColumns(profile, digest && { digest, key }, row.data)),
      TE.map((body) =>
        withLedgerLock(row.id, row.version, { method: 'PATCH', url: recordUrl('profiles', row.id), body }),
      ),
      TE.flatMap((writes) =>
        TE.orElse(afterRefusal)(TE.map((): RotationOutcome => 'mended')(sendBatch(client, writes))),
      ),
      TE.orElse((why) => (why._tag === 'NotFound' ? outcomes.destroyed : TE.left(why))),
    );
  };

  const attempt = (id: string, left: number): TaskEither<Unavailable, RotationOutcome> =>
    left === 0
      ? outcomes.busy
      : pipe(
          readRow(client, ProfileRow, 'profiles', id),
          TE.flatMap((row) => (row === null ? outcomes.rotated : sealRow(row, left))),
        );

  return {
    name: 'profiles',
    rows: (after, most) => plaintextIds(client, 'profiles', after, most),
    rotate: (id) => attempt(id, maxAttempts),
  };
};
