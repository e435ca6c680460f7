import { E, type Either, type Unavailable } from '@portcullis/domain';
import { sequential, type t } from '@portcullis/domain/kernel';
import { type DuplicateIndex, maxSharing } from '@portcullis/domain/ports';
import { allOf, equal, oneOfTexts } from '../../driver/condition.ts';
import { pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver } from '../../driver/record-driver.ts';
import { encodeColumnText } from '../../rows/column-text.ts';
import { type KindedDigest, SightingRow, TimeRow } from '../../rows/duplicate-rows.ts';

type AttemptRow = t.TypeOf<typeof TimeRow>;

/** How many digests of references one query names: PocketBase takes filters of 3,500 characters. */
const referencesPerQuery = 25;

const kinded = (kind: string, digests: readonly string[]): readonly KindedDigest[] =>
  digests.map((digest) => ({ kind, digest }));

/** The last attempts under these references of a partner. */
export const attemptsOfReferences =
  (driver: RecordDriver, partner: string, references: readonly string[]) =>
  async (): Promise<Either<Unavailable, readonly AttemptRow[]>> => {
    const chunks = Array.from({ length: Math.ceil(references.length / referencesPerQuery) }, (_, n) =>
      references.slice(n * referencesPerQuery, (n + 1) * referencesPerQuery),
    );
    const ofChunk = (chunk: readonly string[]) =>
      pageOfRows(driver, 'sighting_times', TimeRow, {
        filter: allOf([oneOfTexts('digest', chunk), equal({ kind: 'reference', partner_key: partner })]),
        sort: ['-at'],
        limit: maxSharing,
      });
    const found = await sequential(chunks, ofChunk)();
    return E.isLeft(found) ? found : E.right(found.right.flat());
  };

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
      const indirect = await attemptsOfReferences(driver, partner, references)();
      if (E.isLeft(indirect)) return indirect;
      const lastFirst = [...direct.right.flat(), ...indirect.right].toSorted((one, other) =>
        one.at > other.at ? -1 : 1,
      );
      return E.right([...new Set(lastFirst.map(({ profile }) => profile))].slice(0, maxSharing));
    };
};
