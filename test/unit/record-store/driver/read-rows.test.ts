import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { acme, anAccessBatch } from '@portcullis/contracts/builders';
import { TE, unavailable } from '@portcullis/domain';
import { concernsOneRecord, type OutageCause } from '@portcullis/domain/kernel';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver, Row } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { memoryTables } from '#record-store/memory/tables';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { aPolicy } from '../../../support/builders/policies.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

type Answer = ReturnType<RecordDriver['get']>;

const answers: readonly (readonly [what: string, cause: OutageCause | undefined, answer: Answer])[] = [
  ['a bad answer', undefined, TE.left(unavailable('database', 'no JSON', 'invalid_response'))],
  ['a row of another form', 'service_key_lost', TE.right<never, Row>({ id: 'another', name: 7 })],
  [
    'the row of another key',
    'service_key_lost',
    TE.right<never, Row>({ id: 'another', name: 'lookup', key_id: 'a', wrapped: '' }),
  ],
];

describe('pages of rows that the service’s own key opens', () => {
  for (const [what, cause, answer] of answers)
    it(`are an outage, and no page of damaged rows, where ${what} comes in place of the key`, async () => {
      const driver = memoryDriver(memoryTables());
      const stores = createRecordStore(driver, aKeyring(), sequentialIds());
      await mustSucceed(stores.policyRepository.add(aPolicy(), null));
      await mustSucceed(stores.accessLog.append([anAccessBatch('2026-05-01T10:00:00.000Z', ['request-1'])]));
      const claim = {
        id: 'profile00000001',
        partner_key: 'acme',
        team_key: '',
        generation: 1,
        held_until: '2026-05-01T10:00:00.000Z',
        data: 'sealed:AQ==',
      };
      await mustSucceed(driver.transaction([{ kind: 'insert', table: 'review_claims', row: claim }]));
      const withoutKey: RecordDriver = {
        ...driver,
        get: (table, id, options) => (table === 'service_keys' ? answer : driver.get(table, id, options)),
      };
      const { accessLog, policyRepository, reviewClaims } = createRecordStore(withoutKey, aKeyring(), sequentialIds());
      const page = { viewer: acme, after: null, from: null, until: '9999', limit: 10 };
      for (const read of [policyRepository.list(), accessLog.page(page), reviewClaims.of([claim.id])]) {
        const failure = await mustFail(read);
        expect(failure).to.include({ _tag: 'Unavailable', service: 'database' });
        expect(failure.outageCause).to.equal(cause);
        expect(concernsOneRecord(failure)).to.equal(false);
      }
    });
});
