import { findListEntryRecord, listByOperator } from '@portcullis/backoffice';
import { isDamagedEntry } from '@portcullis/backoffice/ports';
import { pipe, TE } from '@portcullis/domain';
import type { FingerprintKind } from '@portcullis/domain/evidence';
import { damagedRecord } from '@portcullis/domain/kernel';
import type { ListName } from '@portcullis/domain/ports';
import type { RecordStore } from '@portcullis/record-store';
import { freshId } from '../builders/profiles.ts';
import { fakeClock } from '../clock/fake-clock.ts';
import { sequentialIds } from '../clock/sequential-ids.ts';
import { mustSucceed } from '../run.ts';

type Lists = Pick<RecordStore, 'listStore'>;

/** Puts a digest on a list of a partner, as the command of the operator does; `null` takes it off both. */
export const setListed = (
  stores: Lists,
  partnerId: string,
  kind: FingerprintKind,
  digest: string,
  list: ListName | null,
) =>
  mustSucceed(
    listByOperator({ ...stores, clock: fakeClock(), ids: sequentialIds(freshId('l')) })({
      partnerId,
      kind,
      digest,
      list,
      note: null,
    }),
  );

/** The list on which a digest is; `null` means on none. */
export const listOf = async (stores: Lists, partnerId: string, kind: FingerprintKind, digest: string) =>
  (await mustSucceed(findListEntryRecord(stores, { partnerId, kind, digest })))?.list ?? null;

/** An entry of a list. One that does not open is an outage here. */
export const undamagedEntry = ({ listStore }: Lists, id: string) =>
  pipe(
    listStore.find(id),
    TE.flatMap((entry) =>
      entry !== null && isDamagedEntry(entry) ? TE.left(damagedRecord('the entry is damaged')) : TE.right(entry),
    ),
  );

/** The policies that were added, which fail where it is said that one is damaged. */
export const undamagedPolicies = ({ policyRepository }: Pick<RecordStore, 'policyRepository'>) =>
  pipe(
    policyRepository.list(),
    TE.flatMap((policies) =>
      policies.some(({ isDamaged }) => isDamaged) ? TE.left(damagedRecord('a policy is damaged')) : TE.right(policies),
    ),
  );
