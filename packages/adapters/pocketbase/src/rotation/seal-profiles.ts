import { decode, E, ProfileCodec, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { Keyring } from '@portcullis/sealing';
import { removal, rowsAt, sendBatch, type Write } from '../client/batch.ts';
import type { PocketbaseClient } from '../client/client.ts';
import type { Refused } from '../client/failure.ts';
import { ledgerRowId } from '../profiles/profile-batch.ts';
import { isErased, isOfOnePiece, ProfileRow, personalColumns } from '../profiles/profile-row.ts';
import type { Sealing } from '../sealing/sealing.ts';
import { asOutage, clearIds } from './clear-rows.ts';
import type { Mended, Part } from './part.ts';
import { readRow } from './row-access.ts';

/** How often a profile is tried again when others write to it meanwhile. */
const tries = 20;

/**
 * Locks a profile for one transaction: its next position in the ledger is taken, and released at the end. When another
 * writer has changed the profile since it was read, the position is already taken and the transaction is rejected; a
 * later writer finds the position free.
 */
const heldStill = (profileId: string, version: number, write: Write): readonly Write[] => {
  const id = ledgerRowId(profileId, version + 1);
  const place = {
    id,
    profile: profileId,
    seq: version + 1,
    kind: 'held',
    data: { held: true },
    follows: ledgerRowId(profileId, version),
  };
  return [{ method: 'POST', url: rowsAt('ledger'), body: place }, write, removal('ledger', id)];
};

const hasMoved = (failure: Refused | Unavailable): boolean =>
  failure._tag === 'Refused' &&
  failure.at === 0 &&
  ['id', 'profile', 'seq'].some((column) => failure.codes[column] === 'validation_not_unique');

/** Whether the ledger does not end where the row says. */
const hasGap = (failure: Refused | Unavailable): boolean =>
  failure._tag === 'Refused' && failure.at === 0 && failure.codes['follows'] === 'validation_missing_rel_records';

const isDouble = (failure: Refused | Unavailable): boolean =>
  failure._tag === 'Refused' && failure.at === 1 && failure.codes['current_key'] === 'validation_not_unique';

const outcomes = {
  mended: TE.right<Unavailable, Mended>('mended'),
  otherForm: TE.right<Unavailable, Mended>({ left: 'the row does not have the form of a profile' }),
  gap: TE.right<Unavailable, Mended>({ left: 'its ledger does not end where the row says' }),
  double: TE.right<Unavailable, Mended>({ left: 'another current profile has its reference' }),
  destroyed: TE.right<Unavailable, Mended>({ left: 'its data was destroyed' }),
  busy: TE.right<Unavailable, Mended>({ left: 'it was written to all the time' }),
};

/** Seals the profiles whose rows are in plaintext, as they were written, field by field and whatever their release. */
export const sealingProfiles = (client: PocketbaseClient, keyring: Keyring, sealing: Sealing): Part => {
  const { dataKeys, lookUp } = sealing;

  const sealRow = (row: ProfileRow, left: number): TaskEither<Unavailable, Mended> => {
    if (row.key !== '') return outcomes.mended;
    const decoded = decode(ProfileCodec, row.data);
    if (E.isLeft(decoded) || !isOfOnePiece(row, decoded.right)) return outcomes.otherForm;
    const profile = decoded.right;
    if (isErased(profile)) return outcomes.mended;
    const afterRefusal = (failure: Refused | Unavailable): TaskEither<Unavailable, Mended> => {
      if (isDouble(failure)) return outcomes.double;
      if (hasGap(failure)) return outcomes.gap;
      return hasMoved(failure) ? attempt(row.id, left - 1) : TE.left(asOutage(failure));
    };
    return pipe(
      TE.Do,
      TE.bindW('digest', () => lookUp),
      TE.bindW('key', () => dataKeys.forWriting(keyring, row.id)),
      TE.map(({ digest, key }) => personalColumns(profile, digest && { digest, key }, row.data)),
      TE.map((body) => heldStill(row.id, row.version, { method: 'PATCH', url: rowsAt('profiles', row.id), body })),
      TE.flatMap((writes) => TE.orElse(afterRefusal)(TE.map((): Mended => 'mended')(sendBatch(client, writes)))),
      TE.orElse((why) => (why._tag === 'NotFound' ? outcomes.destroyed : TE.left(why))),
    );
  };

  const attempt = (id: string, left: number): TaskEither<Unavailable, Mended> =>
    left === 0
      ? outcomes.busy
      : pipe(
          readRow(client, ProfileRow, 'profiles', id),
          TE.flatMap((row) => (row === null ? outcomes.mended : sealRow(row, left))),
        );

  return {
    name: 'profiles',
    rows: (after, most) => clearIds(client, 'profiles', after, most),
    mend: (id) => attempt(id, tries),
  };
};
