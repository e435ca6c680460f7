import { E, type NotFound, type Profile, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { decode, parseJson } from '@portcullis/domain/kernel';
import { ProfileCodec } from '@portcullis/domain/serialization';
import { getRow } from '../driver/read-rows.ts';
import type { WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';
import { openText } from '../encryption/sealed-text.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { isConsistentRow } from '../rows/open-profile.ts';
import {
  BoundData,
  ErasedData,
  erasedContext,
  isErased,
  ProfileRow,
  profileColumns,
  type RowEncryption,
  UnboundData,
  unboundContext,
} from '../rows/profile-row.ts';
import { hasMoved, withLedgerLock } from './ledger-lock.ts';
import { selectedIds, unboundRows } from './plaintext-rows.ts';
import { type RotationNeeds, type RotationOutcome, type RotationPart, unlessSealed } from './rotation-part.ts';

/** How often a profile is tried again when others write to it meanwhile. */
const maxAttempts = 20;

type Failure = WriteRejection | Unavailable;

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

/** The stored form of a profile, as it was written: in plaintext, or opened where it was sealed without its columns. */
const storedForm = ({ dataKeys }: RecordEncryption, { id, data, key, related }: ProfileRow): unknown => {
  if (!UnboundData.is(data)) return key === '' ? data : undefined;
  const opened = related?.key && dataKeys.unwrapRow(id, related.key);
  if (opened === undefined || E.isLeft(opened)) return undefined;
  const text = openText(opened.right, unboundContext(id), data.sealed);
  return text === null ? undefined : parseJson(text);
};

/**
 * Seals the profiles whose rows are not sealed together with their columns, as they were written, field by field and
 * whatever their release.
 */
export const sealProfilesPart = ({ driver, keyring, encryption }: RotationNeeds): RotationPart => {
  const { dataKeys, lookUpDigest: lookUp, serviceKeys } = encryption;

  const keysOf = (profile: Profile): TaskEither<NotFound | Unavailable, RowEncryption> =>
    isErased(profile)
      ? pipe(
          serviceKeys.textSealer,
          TE.map((seal) => ({ sealErased: (text: string) => seal(erasedContext(profile.id), text) })),
        )
      : pipe(
          TE.Do,
          TE.bindW('digest', () => lookUp),
          TE.bindW('key', () => dataKeys.findOrCreate(keyring, profile.id)),
          TE.map(({ digest, key }) => digest && { digest, key }),
        );

  const sealRow = (row: ProfileRow, left: number): TaskEither<Unavailable, RotationOutcome> => {
    if (BoundData.is(row.data) || ErasedData.is(row.data)) return outcomes.rotated;
    const data = storedForm(encryption, row);
    const decoded = decode(ProfileCodec, data);
    if (E.isLeft(decoded)) return outcomes.invalidForm;
    const profile = decoded.right;
    if (!isConsistentRow(row, { profile, columns: null })) return outcomes.invalidForm;
    const afterRejection = (failure: Failure): TaskEither<Unavailable, RotationOutcome> => {
      if (isDuplicate(failure)) return outcomes.duplicate;
      if (hasGap(failure)) return outcomes.gap;
      return hasMoved(failure) ? attempt(row.id, left - 1) : TE.left(unexpectedRejection()(failure));
    };
    return pipe(
      keysOf(profile),
      TE.map((keys) => profileColumns(profile, keys, data)),
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
          getRow(driver, 'profiles', id, ProfileRow, { related: 'key' }),
          TE.flatMap((row) => (row === null ? outcomes.rotated : sealRow(row, left))),
        );

  return {
    name: 'profiles',
    rows: (after, limit) => selectedIds(driver, unboundRows.profiles, after, limit),
    rotate: unlessSealed(encryption, (id) => attempt(id, maxAttempts)),
  };
};
