import { examineLedger } from '@portcullis/backoffice';
import { aProfile } from '@portcullis/contracts/builders';
import { TE } from '@portcullis/domain';
import { saltedDigest } from '@portcullis/domain/kernel';
import { chainEntries, genesisHash } from '@portcullis/domain/ledger';
import { expect } from 'chai';
import type { EntryDraft } from '#domain/ledger/chain';
import {
  created,
  examinedRecords,
  happened,
  idOf,
  nothingWrong,
  recordedAt,
} from '../../../support/examined-ledgers.ts';
import { mustSucceed } from '../../../support/run.ts';

describe('the examination of the files that a ledger names', () => {
  it('names each file of the ledger that the evidence has lost, or has with another digest, and none of an erased one', async () => {
    const records = examinedRecords();
    const salt = 'ab'.repeat(32);
    const fileOf = (id: string, sha256: string) =>
      ({
        kind: 'file',
        attempt: 1,
        at: recordedAt,
        file: { id, kind: 'document_front', contentType: 'image/jpeg', size: 1, sha256 },
      }) as const;
    const added = (id: string, sha256: string): EntryDraft => ({
      ...happened,
      type: 'file.added',
      data: { file_id: id, kind: 'document_front', content_type: 'image/jpeg', digest: saltedDigest(salt, sha256) },
    });
    const drafts = [created, added('kept', 'a'), added('lost', 'b'), added('other', 'c')];
    for (const [n, isErased] of [false, true].entries()) {
      const id = idOf(n);
      const entries = chainEntries({ profileId: id, seq: 0, hash: genesisHash }, drafts, recordedAt);
      const evidence = isErased ? [] : [fileOf('kept', 'a'), fileOf('other', 'd')];
      const ledgerHead = entries.at(-1)?.hash ?? genesisHash;
      records.entries.set(id, entries);
      records.profiles.set(id, aProfile({ id, salt: isErased ? '' : salt, version: 4, ledgerHead, evidence }));
    }
    const { page } = examineLedger({
      ...records.ports,
      inspector: nothingWrong,
      readsFiles: true,
      judge: () => TE.right([]),
    });
    const [kept, erased] = (await mustSucceed(page(null))).examined;
    expect(kept?.faults).to.deep.equal([
      { seq: 3, fault: 'file_evidence', file: 'lost' },
      { seq: 4, fault: 'file_evidence', file: 'other' },
    ]);
    expect(erased?.faults).to.deep.equal([]);
  });
});
