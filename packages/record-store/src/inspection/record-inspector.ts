import type { RecordFault, RecordFinding, RecordInspector } from '@portcullis/backoffice/ports';
import {
  E,
  type Either,
  type FileStore,
  type PolicyRepository,
  type Profile,
  pipe,
  type SettingsStore,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { isDuplicates } from '@portcullis/domain/evidence';
import { concernsOneRecord, damagedRecord } from '@portcullis/domain/kernel';
import { allOf, compare } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { isOfLostKey } from '../keys/service-keys.ts';
import { encodeColumnText } from '../rows/column-text.ts';
import { ListEntryRow, openListEntry } from '../rows/list-row.ts';
import { PolicyRow } from '../rows/policy-row.ts';
import { isErased } from '../rows/profile-row.ts';
import { readPartnerKey } from '../stores/duplicates/duplicate-index.ts';
import { inspectDeviceEvents, inspectErasedKey, inspectFiles, inspectSessions } from './beside-profile.ts';
import { inspectBytes } from './file-bytes.ts';
import { inspectDuplicates } from './recorded-duplicates.ts';
import { inspectEndpointEvents, inspectEvents } from './recorded-events.ts';

/** The stores through which rows are read as a request reads them. */
type Stores = {
  readonly files: Pick<FileStore, 'get'>;
  readonly policyRepository: Pick<PolicyRepository, 'list'>;
  readonly settings: SettingsStore;
};

/**
 * Data that do not open are a finding, and so is a key of all rows. An outage, in which nothing could be read, is not.
 */
const isDamage = (failure: Unavailable): boolean => concernsOneRecord(failure) || isOfLostKey(failure);

const faultIfDamaged = (
  fault: RecordFault,
  read: TaskEither<Unavailable, unknown>,
): TaskEither<Unavailable, readonly RecordFault[]> =>
  pipe(
    read,
    TE.map((): readonly RecordFault[] => []),
    TE.orElse((failure) => (isDamage(failure) ? TE.right([fault]) : TE.left(failure))),
  );

/** Runs the inspections one after another, and answers what all of them have found. */
const inspectAll =
  <A>(inspections: readonly TaskEither<Unavailable, readonly A[]>[]): TaskEither<Unavailable, readonly A[]> =>
  async () => {
    const faults: A[] = [];
    for (const inspect of inspections) {
      const found = await inspect();
      if (E.isLeft(found)) return found;
      faults.push(...found.right);
    }
    return E.right(faults);
  };

const toFindings = TE.map((faults: readonly RecordFault[]): readonly RecordFinding[] =>
  faults.map((fault) => ({ fault })),
);

const pageSize = 200;

/** Opens every entry of the lists. */
const openLists =
  (driver: RecordDriver, encryption: RecordEncryption): TaskEither<Unavailable, void> =>
  async () => {
    for (let after = ''; ; ) {
      const query = { filter: compare('id', '>', after), sort: ['id'], limit: pageSize };
      const page: Either<Unavailable, readonly ListEntryRow[]> = await pageOfRows(
        driver,
        'sighting_lists',
        ListEntryRow,
        query,
      )();
      if (E.isLeft(page)) return page;
      for (const row of page.right) {
        const opened = await openListEntry(encryption)(row)();
        if (E.isLeft(opened)) return opened;
        after = row.id;
      }
      if (page.right.length < pageSize) return E.right(undefined);
    }
  };

/**
 * Whether the positions of policies are those of an unbroken list: from 1, each one once. Only those up to the last one
 * that was read are counted: another policy may be added meanwhile.
 */
const inspectPositions = (driver: RecordDriver): TaskEither<Unavailable, readonly RecordFault[]> => {
  const last = pipe(
    pageOfRows(driver, 'policies', PolicyRow, { filter: allOf([]), sort: ['-position'], limit: 1 }),
    TE.map(([newest]) => newest?.position ?? 0),
  );
  return pipe(
    TE.Do,
    TE.bindW('last', () => last),
    TE.bindW('count', (read) => driver.count('policies', compare('position', '<=', read.last))),
    TE.map((read) => (read.last === read.count ? [] : ['policies'])),
  );
};

/** Compares rows with each other, and opens what no request opens by itself. */
export const recordInspectorOver = (
  driver: RecordDriver,
  encryption: RecordEncryption,
  { files, policyRepository, settings }: Stores,
): RecordInspector => {
  const duplicatesOf = (profile: Profile): TaskEither<Unavailable, readonly RecordFault[]> =>
    !profile.evidence.some(isDuplicates)
      ? TE.right([])
      : pipe(
          readPartnerKey(driver, encryption, encodeColumnText(profile.tenant.partnerId)),
          TE.flatMap((key) =>
            key === null
              ? TE.right<Unavailable, readonly RecordFault[]>(['duplicates'])
              : inspectDuplicates(driver, profile, key),
          ),
          TE.orElse((failure) =>
            isDamage(failure) ? TE.right<Unavailable, readonly RecordFault[]>(['duplicates']) : TE.left(failure),
          ),
        );

  const undamagedPolicies = pipe(
    policyRepository.list(),
    TE.flatMap((policies) =>
      policies.some(({ isDamaged }) => isDamaged)
        ? TE.left(damagedRecord('a policy does not open'))
        : TE.right(policies),
    ),
  );

  return {
    besideProfile: (profile) =>
      isErased(profile)
        ? pipe(inspectAll([inspectErasedKey(driver, profile), inspectEvents(driver, profile)]), toFindings)
        : inspectAll([
            pipe(inspectSessions(driver, profile), toFindings),
            inspectFiles(encryption)(driver, profile),
            pipe(inspectDeviceEvents(encryption)(driver, profile), toFindings),
            pipe(duplicatesOf(profile), toFindings),
            pipe(inspectEvents(driver, profile), toFindings),
          ]),
    eventsOfEndpoint: (id) => inspectEndpointEvents(driver, id),
    filesOf: (profile) => inspectBytes(files, profile),
    ofService: () =>
      inspectAll([
        faultIfDamaged('service_key', encryption.serviceKeys.openOwn),
        faultIfDamaged('policies', undamagedPolicies),
        inspectPositions(driver),
        faultIfDamaged('settings', settings.app()),
        faultIfDamaged('lists', openLists(driver, encryption)),
      ]),
  };
};
