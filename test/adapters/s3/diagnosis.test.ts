import { s3Diagnosis } from '@portcullis/adapter-s3';
import { expect } from 'chai';
import { simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { s3Options, storeAt } from '../../support/objects/object-stores.ts';
import { simulatedPlace } from '../../support/objects/places.ts';
import { mustSucceed } from '../../support/run.ts';

describe('the examination of an object store', () => {
  const { running } = simulatorForTests();
  const examine = async () => {
    const options = s3Options(simulatedPlace(running()), { prefix: 'files/' });
    const findings = await mustSucceed(s3Diagnosis(options)());
    return findings.map(({ found, subject, verdict }) => `${verdict} ${subject}: ${found}`);
  };

  it('finds that objects can be stored and removed, and that no versions are kept, and leaves nothing', async () => {
    expect(await examine()).to.deep.equal([
      'ok object store: an object can be stored, read, listed and removed.',
      'ok object store, versions: the bucket keeps no versions.',
      'ok object store, object lock: objects of the bucket can be removed at any time.',
    ]);
    expect(await mustSucceed(storeAt(simulatedPlace(running()), { prefix: '' }).list('', null, 10))).to.deep.equal([]);
  });

  for (const versioning of ['Enabled', 'Suspended'])
    it(`refuses a bucket whose versioning is ${versioning}`, async () => {
      running().script({ bucket: { versioning } });
      expect(await examine()).to.include(`wrong object store, versions: versioning is ${versioning}.`);
    });

  it('refuses a bucket with object lock', async () => {
    running().script({ bucket: { objectLock: true } });
    expect(await examine()).to.include('wrong object store, object lock: objects of the bucket can be locked.');
  });

  const denials = {
    's3:PutObject': 'wrong object store, s3:PutObject: the store refuses it (AccessDenied).',
    's3:GetObject': 'wrong object store, s3:GetObject: the store refuses it (AccessDenied).',
    's3:ListBucket': 'wrong object store, s3:ListBucket: the store refuses it (AccessDenied).',
    's3:DeleteObject': 'wrong object store, s3:DeleteObject: the store refuses it (AccessDenied).',
    's3:GetBucketVersioning': 'wrong object store, versions: the store refuses it (AccessDenied).',
    's3:GetBucketObjectLockConfiguration': 'wrong object store, object lock: the store refuses it (AccessDenied).',
  };
  for (const [action, finding] of Object.entries(denials))
    it(`names the permission ${action} where it is denied`, async () => {
      running().script({ denied: [action] });
      expect(await examine()).to.include(finding);
    });

  it('takes a store that does not know versions or locks for one that has none', async () => {
    running().script({
      faults: ['GetBucketVersioning', 'GetObjectLockConfiguration'].map((operation) => ({
        vendor: 's3',
        kind: 'http_400',
        operation,
        code: 'NotImplemented',
      })),
    });
    expect((await examine()).map((line) => line.split(' ')[0])).to.deep.equal(['ok', 'ok', 'ok']);
  });

  it('says that it does not know where the store does not answer', async () => {
    running().script({ faults: [{ vendor: 's3', kind: 'http_503' }] });
    expect(await examine()).to.deep.equal([
      'unknown object store, s3:PutObject: the store gave no answer that says it (ServiceUnavailable).',
    ]);
  });
});
