import { type DuplicateIndex, type IdGenerator, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { sequential } from '@portcullis/domain/kernel';
import { maxCount } from '@portcullis/domain/ports';
import { allOf, compare, oneOfTexts, partsOf } from '../../driver/condition.ts';
import { pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../../driver/record-driver.ts';
import { unexpectedRejection } from '../../driver/rejection.ts';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import type { TextContext } from '../../keys/service-keys.ts';
import { encodeColumnText } from '../../rows/column-text.ts';
import { DigestKeyRow, rowsOfAttempt, TimeRow } from '../../rows/duplicate-rows.ts';
import { duplicateCounts } from './duplicate-counts.ts';
import { digestsPerQuery } from './find-by-digests.ts';
import { profilesSharingIn } from './profiles-sharing.ts';

/** The encryption context of the key of a partner's digests. */
const partnerKeyContext = (partner: string): TextContext => ['sighting_keys', partner, 'key'];

/** The key of a partner's digests; `null` where there is none yet. */
export const readPartnerKey = (
  driver: RecordDriver,
  { serviceKeys }: RecordEncryption,
  partner: string,
): TaskEither<Unavailable, string | null> =>
  pipe(
    pageOfRows(driver, 'sighting_keys', DigestKeyRow, { filter: compare('partner_key', '=', partner), limit: 1 }),
    TE.flatMap(([row]) => (row ? serviceKeys.openText(partnerKeyContext(partner), row.key) : TE.right(null))),
  );

/** Stores a new key, sealed; after a rejection it returns the key of the faster writer. */
const writePartnerKey = (
  driver: RecordDriver,
  encryption: RecordEncryption,
  partner: string,
  key: string,
): TaskEither<Unavailable, string> => {
  const othersKey = (failure: WriteRejection | Unavailable): TaskEither<Unavailable, string> =>
    failure._tag === 'Unavailable'
      ? TE.left(failure)
      : pipe(
          readPartnerKey(driver, encryption, partner),
          TE.flatMap((other) => (other === null ? TE.left(unexpectedRejection()(failure)) : TE.right(other))),
        );
  const write = (stored: string) =>
    driver.transaction([{ kind: 'insert', table: 'sighting_keys', row: { partner_key: partner, key: stored } }]);
  return pipe(
    encryption.serviceKeys.sealText(partnerKeyContext(partner), key),
    TE.flatMap((stored) => write(stored)),
    TE.map(() => key),
    TE.orElse(othersKey),
  );
};

const partnerKeyIn =
  (driver: RecordDriver, ids: IdGenerator, encryption: RecordEncryption): DuplicateIndex['partnerKey'] =>
  (partnerId) => {
    const partner = encodeColumnText(partnerId);
    return pipe(
      readPartnerKey(driver, encryption, partner),
      TE.flatMap((key) => (key === null ? writePartnerKey(driver, encryption, partner, ids.salt()) : TE.right(key))),
    );
  };

const profilesShowingIn =
  (driver: RecordDriver): DuplicateIndex['profilesShowing'] =>
  (partnerId, kind, digests) => {
    const ofPartner = compare('partner_key', '=', encodeColumnText(partnerId));
    const find = (some: readonly string[]) =>
      pageOfRows(driver, 'sighting_times', TimeRow, {
        filter: allOf([oneOfTexts('digest', some), compare('kind', '=', kind), ofPartner]),
        limit: maxCount,
      });
    return pipe(
      sequential(partsOf(digests, digestsPerQuery), find),
      TE.map((rows) => [...new Set(rows.flat().map(({ profile }) => profile))].slice(0, maxCount)),
    );
  };

/**
 * The duplicate index. The rows of an attempt are one batch, and their ids follow from their content.
 * They are written before anything is counted, so of two concurrent attempts the later one sees the other. A unique
 * index guards the key of a partner: of several writers one succeeds, and the others read its key.
 */
export const duplicateIndexOver = (
  driver: RecordDriver,
  ids: IdGenerator,
  encryption: RecordEncryption,
): DuplicateIndex => ({
  partnerKey: partnerKeyIn(driver, ids, encryption),
  record: (fingerprints, windowSeconds) =>
    pipe(
      driver.transaction(rowsOfAttempt(fingerprints)),
      TE.mapLeft(unexpectedRejection()),
      TE.flatMap(() => duplicateCounts(driver, encryption, fingerprints, windowSeconds)),
    ),
  profilesShowing: profilesShowingIn(driver),
  profilesSharing: profilesSharingIn(driver),
});
