import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import { sequential, type t } from '@portcullis/domain/kernel';
import { type DuplicateIndex, maxSharing } from '@portcullis/domain/ports';
import { allOf, equal, oneOfTexts, partsOf } from '../../driver/condition.ts';
import { pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver } from '../../driver/record-driver.ts';
import { encodeColumnText } from '../../rows/column-text.ts';
import { type KindedDigest, SightingRow, TimeRow } from '../../rows/duplicate-rows.ts';
import { digestsPerQuery } from './find-by-digests.ts';

type AttemptRow = t.TypeOf<typeof TimeRow>;

const kinded = (kind: string, digests: readonly string[]): readonly KindedDigest[] =>
  digests.map((digest) => ({ kind, digest }));

/** Finds what may have shown the same. Every statement reads the end of an index, or of few references all. */
export const profilesSharingIn = (driver: RecordDriver): DuplicateIndex['profilesSharing'] => {
  const lastAttempts = (partner: string) => (shown: KindedDigest) =>
    pageOfRows(driver, 'sighting_times', TimeRow, {
      filter: equal({ digest: shown.digest, kind: shown.kind, partner_key: partner }),
      sort: ['-at'],
      limit: maxSharing,
    });
  const referencesOf = (partner: string) => (shown: KindedDigest) =>
    pageOfRows(driver, 'sightings', SightingRow, {
      filter: equal({ digest: shown.digest, kind: shown.kind, partner_key: partner }),
      limit: maxSharing,
    });
  const attemptsOf =
    (partner: string) =>
    (references: readonly string[]): TaskEither<Unavailable, readonly AttemptRow[]> =>
      pageOfRows(driver, 'sighting_times', TimeRow, {
        filter: allOf([oneOfTexts('digest', references), equal({ kind: 'reference', partner_key: partner })]),
        sort: ['-at'],
        limit: maxSharing,
      });
  return (partnerId, { device, document, image, person }) =>
    async () => {
      const partner = encodeColumnText(partnerId);
      const timed = [...kinded('document', document), ...kinded('device', device)];
      const direct = await sequential(timed, lastAttempts(partner))();
      if (E.isLeft(direct)) return direct;
      const named = [...kinded('person', person), ...kinded('image', image)];
      const found = await sequential(named, referencesOf(partner))();
      if (E.isLeft(found)) return found;
      const references = [...new Set(found.right.flat().map(({ reference }) => reference))];
      const indirect = await sequential(partsOf(references, digestsPerQuery), attemptsOf(partner))();
      if (E.isLeft(indirect)) return indirect;
      const lastFirst = [...direct.right, ...indirect.right]
        .flat()
        .toSorted((one, other) => (one.at > other.at ? -1 : 1));
      return E.right([...new Set(lastFirst.map(({ profile }) => profile))].slice(0, maxSharing));
    };
};
