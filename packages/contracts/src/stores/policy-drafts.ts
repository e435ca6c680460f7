import assert from 'node:assert/strict';
import type { PolicyDrafts } from '@portcullis/backoffice/ports';
import {
  administrationEntry,
  maxBackTestExamples,
  maxBackTestReasons,
  maxClosedDrafts,
  type PolicyDraft,
} from '@portcullis/backoffice/ports';
import type { LedgerReader } from '@portcullis/domain';
import { outcomes, reasonCodes } from '@portcullis/domain/checks';
import { genesisHash } from '@portcullis/domain/ledger';
import { aPolicyWith } from '../builders/policies.ts';
import { aBackTest, aPolicyDraft } from '../builders/policy-drafts.ts';
import { assertFields, assertSomeEqual, type Runner, reasonOf, resultOf } from '../shared/runner.ts';

const later = '2026-05-01T11:00:00.000Z';
const actor = { type: 'reviewer', id: 'staff-adminxxxxxx2' } as const;

/** Inserts a draft, and answers it with the end of its ledger. */
type Stores = {
  readonly policyDrafts: PolicyDrafts;
  readonly ledgerReader: LedgerReader;
};

const insertDraft = async (stores: Stores, draft: PolicyDraft): Promise<PolicyDraft> => {
  const { entry, stored } = aPolicyDraft.first(draft);
  await resultOf(stores.policyDrafts.insert(stored, entry));
  return stored;
};

const nextOf = (draft: PolicyDraft, change: Partial<PolicyDraft>) => {
  const head = { profileId: draft.id, seq: draft.version, hash: draft.ledgerHead };
  const tenant = { partnerId: draft.partnerId, teamId: null };
  const entry = administrationEntry(head, { type: 'policy_draft.changed', actor, tenant, at: later });
  return { entry, next: { ...draft, updatedAt: later, ...change, version: entry.seq, ledgerHead: entry.hash } };
};

/** As many codes of countries as there are. */
const every = Array.from({ length: 206 }, (_, n) => `D${String.fromCharCode(65 + n / 26, 65 + (n % 26))}`);

/** The longest findings that a back-test may have. */
const longest = {
  judged: 1000,
  unjudged: 999,
  damaged: 9999,
  cells: outcomes.flatMap((from) => outcomes.map((to) => ({ from, to, count: 1000 }))),
  reasons: reasonCodes
    .toSorted((one, other) => other.length - one.length)
    .slice(0, maxBackTestReasons)
    .map((reason) => ({ reason, comes: 1000, goes: 1000 })),
  examples: outcomes
    .flatMap((from) => outcomes.map((to) => ({ from, to })))
    .filter(({ from, to }) => from !== to)
    .map((cell, n) => ({
      ...cell,
      profileIds: Array.from({ length: n === 0 ? maxBackTestExamples - 11 : 1 }, () => 'profile00000001'),
    })),
};

/** Tests what PolicyDrafts promise. */
export const policyDraftsContract = ({ describe, it }: Runner, name: string, open: () => Promise<Stores>): void => {
  describe(`PolicyDrafts contract: ${name}`, () => {
    it('keeps drafts as they are, with long documents and texts in every script, and finds them by id', async () => {
      const stores = await open();
      const plain = await insertDraft(stores, aPolicyDraft());
      const full = await insertDraft(
        stores,
        aPolicyDraft('draft0000000002', {
          status: 'approved',
          revision: 7,
          note: `"quoted" 'and' \\ Ω 100% {:x} 漢`,
          updatedAt: later,
          policy: aPolicyWith('documents', { allowedCountries: every }),
          writers: [...plain.writers, { staffId: 'staff-adminxxxxxx2', name: `D'Angelo "Ω"` }],
          approvedBy: { staffId: 'staff-adminxxxxxx3', name: 'Noor [x]; --' },
        }),
      );
      assert.deepEqual(await resultOf(stores.policyDrafts.find(plain.id)), plain);
      assert.deepEqual(await resultOf(stores.policyDrafts.find(full.id)), full);
      for (const unknown of ['draft0000000009', 'standard', '', 'no/id'])
        assert.equal(await resultOf(stores.policyDrafts.find(unknown)), null, unknown);
      const { entry, stored } = aPolicyDraft.first(aPolicyDraft());
      assertFields(await reasonOf(stores.policyDrafts.insert(stored, entry)), { _tag: 'AlreadyExists' });
    });

    it('lists the open drafts of a partner first, then the others, of both the one that was changed last', async () => {
      const stores = await open();
      const draft = (id: string, change: Partial<PolicyDraft>) =>
        insertDraft(stores, aPolicyDraft(`draft000000000${id}`, change));
      const times = ['10', '11', '12', '13'].map((hour) => `2026-05-01T${hour}:00:00.000Z`);
      const a = await draft('1', { updatedAt: times[0] ?? '' });
      const b = await draft('2', { updatedAt: times[2] ?? '', status: 'approved' });
      const c = await draft('3', { updatedAt: times[3] ?? '', status: 'discarded' });
      const d = await draft('4', { updatedAt: times[1] ?? '', status: 'published' });
      await draft('5', { partnerId: 'globex' });
      assert.deepEqual(await resultOf(stores.policyDrafts.ofPartner('acme')), [b, a, c, d]);
      assert.deepEqual(await resultOf(stores.policyDrafts.ofPartner('acm')), []);
      assert.ok(maxClosedDrafts > 2, `${maxClosedDrafts}`);
    });

    it('lets one of two changes of the same version through, each with its entry of the ledger', async () => {
      const stores = await open();
      const { policyDrafts } = stores;
      const draft = await insertDraft(stores, aPolicyDraft());
      const one = nextOf(draft, { revision: 2 });
      const two = nextOf(draft, { status: 'discarded' });
      const results = await Promise.all([one, two].map(({ entry, next }) => policyDrafts.replace(next, entry)()));
      assert.deepEqual(results.map(({ _tag }) => _tag).toSorted(), ['Left', 'Right']);
      const kept = await resultOf(policyDrafts.find(draft.id));
      assertSomeEqual([one.next, two.next], kept);
      const entries = await resultOf(stores.ledgerReader.entries(draft.id, { afterSeq: 0, limit: 10 }));
      assert.deepEqual(
        entries.map(({ seq, type }) => [seq, type]),
        [
          [1, 'policy_draft.created'],
          [2, 'policy_draft.changed'],
        ],
      );
      assert.equal(entries.at(-1)?.hash, kept?.ledgerHead);
      assertFields(entries[0], { prev_hash: genesisHash });
      const stale = nextOf(draft, { note: 'Too late' });
      assertFields(await reasonOf(policyDrafts.replace(stale.next, stale.entry)), { _tag: 'VersionConflict' });
    });

    it('lets one of two write a back-test, and keeps it and the draft whichever of them is written later', async () => {
      const stores = await open();
      const { policyDrafts } = stores;
      const draft = await insertDraft(stores, aPolicyDraft());
      assert.equal(await resultOf(policyDrafts.backTest(draft.id)), null);
      const begun = aBackTest();
      const both = [begun, { ...begun, digest: 'of another' }];
      const written = await Promise.all(both.map((test) => policyDrafts.replaceBackTest(null, test)()));
      assert.deepEqual(written.map((one) => ('right' in one ? one.right : one)).toSorted(), [false, true]);
      const seen = await resultOf(policyDrafts.backTest(draft.id));
      assertSomeEqual(both, seen);
      const done = { ...begun, generation: 2, state: 'done' as const, heldUntil: '', finishedAt: later };
      const { entry, next } = nextOf(draft, { revision: 2 });
      const [changed, isWritten] = await Promise.all([
        policyDrafts.replace(next, entry)(),
        policyDrafts.replaceBackTest(seen, { ...done, findings: longest })(),
      ]);
      assert.deepEqual([changed._tag, isWritten], ['Right', { _tag: 'Right', right: true }]);
      assert.deepEqual(await resultOf(policyDrafts.find(draft.id)), next);
      assert.deepEqual(await resultOf(policyDrafts.backTest(draft.id)), { ...done, findings: longest });
      assert.equal(await resultOf(policyDrafts.replaceBackTest(begun, { ...done, state: 'interrupted' })), false);
    });

    it('has no back-test for a draft that does not exist, and of another partner', async () => {
      const stores = await open();
      await insertDraft(stores, aPolicyDraft());
      assert.equal(await resultOf(stores.policyDrafts.backTest('draft0000000009')), null);
      assert.equal(await resultOf(stores.policyDrafts.backTest('no/id')), null);
      for (const other of [{ draftId: 'draft0000000009' }, { partnerId: 'globex' }])
        assert.equal(await resultOf(stores.policyDrafts.replaceBackTest(null, aBackTest(other))), false);
    });
  });
};
