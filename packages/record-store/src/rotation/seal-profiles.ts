import { E, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { decode } from '@portcullis/domain/kernel';
import { ProfileCodec } from '@portcullis/domain/serialization';
import { getRow } from '../driver/read-rows.ts';
import type { Write, WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';
import { isConsistentRow, isErased, ProfileRow, personalColumns } from '../rows/profile-row.ts';
import { ledgerRowId } from '../stores/profile-writes.ts';
import { plaintextIds } from './plaintext-rows.ts';
import type { RotationNeeds, RotationOutcome, RotationPart } from './rotation-part.ts';

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
  return [{ kind: 'insert', table: 'ledger', row: lockRow }, write, { kind: 'delete', table: 'ledger', id }];
};

type Failure = WriteRejection | Unavailable;

const hasMoved = (failure: Failure): boolean =>
  isNotUnique(failure, 'id', 'profile', 'seq') && failure._tag === 'NotUnique' && failure.write === 0;

/** Whether the ledger does not end where the row says. */
const hasGap = (failure: Failure): boolean => failure._tag === 'MissingReference' && failure.write === 0;

const isDuplicate = (failure: Failure): boolean =>
  isNotUnique(failure, 'current_key') && failure._tag === 'NotUnique' && failure.write === 1;

const outcomes = {
  rotated: TE.right<Unavailable, RotationOutcome>('rotated'),
  invalidForm: TE.right<Unavailable, RotationOutcome>({ left: 'the row does not have the form of a profile' }),
  gap: TE.right<Unavailable, RotationOutcome>({ left: 'its ledger does not end where the row says' }),
  duplicate: TE.right<Unavailable, RotationOutcome>({ left: 'another current profile has its reference' }),
  destroyed: TE.right<Unavailable, RotationOutcome>({ left: 'its data was destroyed' }),
  busy: TE.right<Unavailable, RotationOutcome>({ left: 'it was written to all the time' }),
};

/** Seals the profiles whose rows are in plaintext, as they were written, field by field and whatever their release. */
export const sealProfilesPart = ({ driver, keyring, encryption }: RotationNeeds): RotationPart => {
  const { dataKeys, lookUpDigest: lookUp } = encryption;

  const sealRow = (row: ProfileRow, left: number): TaskEither<Unavailable, RotationOutcome> => {
    if (row.key !== '') return outcomes.rotated;
    const decoded = decode(ProfileCodec, row.data);
    if (E.isLeft(decoded) || !isConsistentRow(row, decoded.right)) return outcomes.invalidForm;
    const profile = decoded.right;
    if (isErased(profile)) return outcomes.rotated;
    const afterRejection = (failure: Failure): TaskEither<Unavailable, RotationOutcome> => {
      if (isDuplicate(failure)) return outcomes.duplicate;
      if (hasGap(failure)) return outcomes.gap;
      return hasMoved(failure) ? attempt(row.id, left - 1) : TE.left(unexpectedRejection()(failure));
    };
    return pipe(
      TE.Do,
      TE.bindW('digest', () => lookUp),
      TE.bindW('key', () => dataKeys.findOrCreate(keyring, row.id)),
      TE.map(({ digest, key }) => personalColumns(profile, digest && { digest, key }, row.data)),
      TE.map((columns) =>
        withLedgerLock(row.id, row.version, { kind: 'update', table: 'profiles', id: row.id, columns }),
      ),
      TE.flatMap((writes) =>
        TE.orElse(afterRejection)(TE.map((): RotationOutcome => 'rotated')(driver.transaction(writes))),
      ),
      TE.orElse((why) => (why._tag === 'NotFound' ? outcomes.destroyed : TE.left(why))),
    );
  };

  const attempt = (id: string, left: number): TaskEither<Unavailable, RotationOutcome> =>
    left === 0
      ? outcomes.busy
      : pipe(
          getRow(driver, 'profiles', id, ProfileRow),
          TE.flatMap((row) => (row === null ? outcomes.rotated : sealRow(row, left))),
        );

  return {
    name: 'profiles',
    rows: (after, limit) => plaintextIds(driver, 'profiles', after, limit),
    rotate: (id) => attempt(id, maxAttempts),
  };
};
