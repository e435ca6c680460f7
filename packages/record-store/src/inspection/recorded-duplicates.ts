import type { RecordFault } from '@portcullis/backoffice/ports';
import { type Profile, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { decisionEngineVersion } from '@portcullis/domain/checks';
import { attemptFingerprints, isDuplicates, referenceDigest } from '@portcullis/domain/evidence';
import { t } from '@portcullis/domain/kernel';
import { type AttemptFingerprints, maxDigests } from '@portcullis/domain/ports';
import { oneOfTexts } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, Row } from '../driver/record-driver.ts';
import { rowsOfAttempt } from '../rows/duplicate-rows.ts';

/**
 * The fingerprints of the attempt of the newest decision when its duplicates were looked up. `null` where they were
 * not, or where another version of the code has computed them.
 */
const shownBy = (profile: Profile, partnerKey: string): AttemptFingerprints | null => {
  const { decision, evidence, id, reference, salt, tenant } = profile;
  if (decision?.engine !== decisionEngineVersion) return null;
  const { askedSteps, attempt, evidenceCount } = decision;
  const decided = evidence.slice(0, evidenceCount);
  const index = decided.findLastIndex((item) => isDuplicates(item) && item.attempt === attempt);
  const at = decided[index]?.at;
  if (at === undefined) return null;
  const input = { profileId: id, samplingKey: salt, evidence: decided.slice(0, index), attempt, askedSteps };
  return {
    partnerId: tenant.partnerId,
    profileId: id,
    attempt,
    at,
    reference: referenceDigest(partnerKey, tenant, reference),
    digests: attemptFingerprints(partnerKey, input, maxDigests),
  };
};

const SightingRow = t.type({ id: t.string, partner_key: t.string, kind: t.string, digest: t.string });
const ReferenceRow = t.intersection([SightingRow, t.type({ reference: t.string })]);
const TimeRow = t.intersection([SightingRow, t.type({ profile: t.string, attempt: t.number, at: t.string })]);

/** The time of an attempt is that of its record, which its evidence follows, and is never before its profile. */
const isPossibleTime = (at: unknown, { createdAt }: Profile, recordedAt: string): boolean =>
  typeof at === 'string' && at >= createdAt && at <= recordedAt;

const isSameRow = (expected: Row, found: Row | undefined, columns: readonly string[]): boolean =>
  found !== undefined && columns.every((column) => found[column] === expected[column]);

const referenceColumns = ['partner_key', 'kind', 'digest', 'reference'];
const timeColumns = ['partner_key', 'kind', 'digest', 'profile', 'attempt'];

/** The rows of what the newest decision's attempt showed are there as they were recorded. */
export const inspectDuplicates = (
  driver: RecordDriver,
  profile: Profile,
  partnerKey: string,
): TaskEither<Unavailable, readonly RecordFault[]> => {
  const shown = shownBy(profile, partnerKey);
  if (shown === null) return TE.right([]);
  const writes = rowsOfAttempt(shown);
  const rowsOf = (table: 'sightings' | 'sighting_times') =>
    writes.flatMap((write) => (write.kind === 'upsert' && write.table === table ? [write.row] : []));
  const selection = (rows: readonly Row[]) => ({
    filter: oneOfTexts(
      'id',
      rows.map((row) => String(row['id'])),
    ),
    limit: rows.length + 1,
  });
  const references = rowsOf('sightings');
  const times = rowsOf('sighting_times');
  return pipe(
    TE.Do,
    TE.bindW('seen', () => pageOfRows(driver, 'sightings', ReferenceRow, selection(references))),
    TE.bindW('timed', () => pageOfRows(driver, 'sighting_times', TimeRow, selection(times))),
    TE.map(({ seen, timed }): readonly RecordFault[] => {
      const areSeen = references.every((row) =>
        isSameRow(
          row,
          seen.find(({ id }) => id === row['id']),
          referenceColumns,
        ),
      );
      const areTimed = times.every((row) => {
        const found = timed.find(({ id }) => id === row['id']);
        return isSameRow(row, found, timeColumns) && isPossibleTime(found?.at, profile, shown.at);
      });
      return areSeen && areTimed ? [] : ['duplicates'];
    }),
  );
};
