import { memoryClock, sequentialIds } from '@portcullis/adapter-memory/testing';
import { findListEntryRecord, listByOperator } from '@portcullis/backoffice';
import type { ListStore } from '@portcullis/backoffice/ports';
import type { FingerprintKind } from '@portcullis/domain/evidence';
import type { ListName } from '@portcullis/domain/ports';
import { resultOf } from '../shared/runner.ts';
import { freshId } from './profiles.ts';

type Lists = { readonly listStore: ListStore };

/** Puts a digest on a list of a partner, as the command of the operator does; `null` takes it off both. */
export const setListed = (
  stores: Lists,
  partnerId: string,
  kind: FingerprintKind,
  digest: string,
  list: ListName | null,
) =>
  resultOf(
    listByOperator({
      ...stores,
      clock: memoryClock(Date.parse('2026-05-01T00:00:00.000Z')),
      ids: sequentialIds(freshId('l')),
    })({
      partnerId,
      kind,
      digest,
      list,
      note: null,
    }),
  );

/** The list on which a digest is; `null` means on none. */
export const listOf = async (stores: Lists, partnerId: string, kind: FingerprintKind, digest: string) =>
  (await resultOf(findListEntryRecord(stores, { partnerId, kind, digest })))?.list ?? null;
