import { E, type Either, type Unavailable } from '@portcullis/domain';
import { concernsOneRecord } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { type FaultKind, faultKinds, type Script } from '#simulator/core/script';
import { faultMeanings } from '../../support/clients/fault-meanings.ts';
import { askObjects, simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { aVendorClient } from '../../support/clients/vendor-clients.ts';
import { storeAt } from '../../support/objects/object-stores.ts';
import { simulatedPlace } from '../../support/objects/places.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { startStub } from '../../support/servers/stub-server.ts';

const stalls: readonly FaultKind[] = ['stalled_headers', 'stalled_body', 'slow_drip'];
const bodyFaults: readonly FaultKind[] = [
  'stalled_body',
  'slow_drip',
  'truncated_body',
  'not_json',
  'empty_body',
  'wrong_types',
];
/** What cuts the answer to a removal off, which has no length. */
const cutOff: readonly FaultKind[] = ['stalled_body', 'truncated_body'];
const key = 'profile00000001/file00000000001/00000000000000000000000000000001';
const bytes = Buffer.from('the bytes of a picture, sealed');

describe('the object store in S3', () => {
  const { running } = simulatorForTests();
  const storeFor = (
    kind: FaultKind | null = null,
    over: { readonly region?: string; readonly maxAttempts?: number } = {},
  ) => {
    const { maxAttempts = 1, ...place } = over;
    const deadlineMs = kind !== null && stalls.includes(kind) ? 250 : 10_000;
    const { way } = aVendorClient(running().url, { maxAttempts, deadlineMs, maxBytes: 1024 * 1024 });
    return storeAt({ ...simulatedPlace(running()), ...place }, { prefix: 'files/', vendorClient: way });
  };
  const operations = () =>
    running()
      .requests()
      .map(({ operation }) => operation);

  /** What a fault means here: S3 throttles by 503, a 404 of an object is an answer, and a redirect is a region. */
  const meaningOf = (kind: FaultKind, operation: string): string => {
    if (kind === 'redirect') return 'not_configured';
    if (kind === 'http_404') return operation === 'GetObject' || operation === 'DeleteObject' ? 'answer' : 'rejected';
    // The answer to these two has no body, of which something could be wrong.
    const isEmpty = operation === 'PutObject' || (operation === 'DeleteObject' && !cutOff.includes(kind));
    return isEmpty && bodyFaults.includes(kind) ? 'answer' : faultMeanings[kind];
  };

  for (const kind of faultKinds)
    it(`has the meaning of a fault of the kind ${kind} in every operation, and follows no redirect`, async () => {
      await mustSucceed(storeFor().put(key, bytes));
      const store = storeFor(kind);
      const calls = {
        PutObject: () => store.put(key, bytes)(),
        GetObject: () => store.get(key)(),
        DeleteObject: () => store.remove(key)(),
        ListObjectsV2: () => store.list('', null, 10)(),
      };
      for (const [operation, call] of Object.entries(calls)) {
        running().script({ faults: [{ vendor: 's3', operation, kind }] });
        const result: Either<Unavailable, unknown> = await call();
        expect(E.isLeft(result) ? result.left.kind : 'answer', operation).to.equal(meaningOf(kind, operation));
        if (E.isLeft(result) && result.left.kind === 'rejected')
          expect(concernsOneRecord(result.left), operation).to.equal(false);
      }
      expect(operations()).not.to.include('followed a redirect');
    });

  const misconfigured: { readonly [what: string]: readonly [Partial<Script>, object, string] } = {
    'a bucket that does not exist': [{ bucket: { exists: false } }, {}, 'NoSuchBucket'],
    'a bucket in another region': [{ bucket: { region: 'us-east-2' } }, {}, 'PermanentRedirect'],
    'keys for another region': [{}, { region: 'us-east-2' }, 'AuthorizationHeaderMalformed'],
    'a permission that is denied': [{ denied: ['s3:PutObject'] }, {}, 'AccessDenied'],
  };
  for (const [what, [script, over, name]] of Object.entries(misconfigured))
    it(`says of ${what} that an operator has to act, and does not try again`, async () => {
      running().script(script);
      const failure = await mustFail(storeFor(null, { ...over, maxAttempts: 2 }).put(key, bytes));
      expect(failure).to.include({ kind: 'not_configured', service: 'files', retryAfterSeconds: 3600 });
      expect(failure.cause).to.include({ name });
      expect(operations()).to.have.length(1);
    });

  it('tries a call again that was throttled once, and stores the same bytes', async () => {
    running().script({ faults: [{ vendor: 's3', kind: 'throttling', times: 1 }] });
    const store = storeFor(null, { maxAttempts: 2 });
    await mustSucceed(store.put(key, bytes));
    expect(operations()).to.deep.equal(['PutObject', 'PutObject']);
    expect(await mustSucceed(store.get(key))).to.deep.equal(Uint8Array.from(bytes));
  });

  it('answers no bytes whose digest is another one, or that have none', async () => {
    const store = storeFor();
    await mustSucceed(store.put(key, bytes));
    const path = `/portcullis-files/files/${key}`;
    const digest = running().requests()[0]?.body;
    expect(digest).to.include({ bytes: bytes.length });
    expect((await askObjects(running().url, { method: 'PUT', path, body: 'another picture' })).status).to.equal(200);
    expect(await mustFail(store.get(key))).to.include({ outageCause: 'record_damaged' });
  });

  it('sends nothing that names a person, and nothing that needs more of a store than the four operations', async () => {
    const store = storeFor();
    await mustSucceed(store.put(key, bytes));
    await mustSucceed(store.get(key));
    await mustSucceed(store.list('', null, 10));
    await mustSucceed(store.remove(key));
    // The simulator refuses conditions, checksums, access lists and tags.
    expect(
      running()
        .requests()
        .map(({ status }) => status),
    ).to.deep.equal([200, 200, 200, 204]);
  });

  it('continues a list that the store has ended early, and believes no page that says nothing', async () => {
    const page = (keys: readonly string[], isTruncated: string) =>
      `<ListBucketResult>${keys.map((one) => `<Contents><Key>${one}</Key><LastModified>2026-05-01T10:00:00.000Z</LastModified></Contents>`).join('')}${isTruncated}</ListBucketResult>`;
    const more = '<IsTruncated>true</IsTruncated>';
    const answers = [
      page(['a'], more),
      page(['b', 'c'], '<IsTruncated>false</IsTruncated>'),
      page([], ''),
      page([], more),
      page(['z'], more),
    ];
    const asked: (string | null)[] = [];
    const stub = await startStub((request, response) => {
      asked.push(new URL(request.url ?? '', 'http://x').searchParams.get('start-after'));
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(answers[asked.length - 1]);
    });
    try {
      const store = storeAt({ ...simulatedPlace(stub) }, { prefix: '' });
      expect((await mustSucceed(store.list('', null, 10))).map((found) => found.key)).to.deep.equal(['a', 'b', 'c']);
      expect(asked).to.deep.equal([null, 'a']);
      for (const prefix of ['', '', 'a'])
        expect(await mustFail(store.list(prefix, null, 10))).to.include({ kind: 'invalid_response' });
    } finally {
      await stub.close();
    }
  });
});
