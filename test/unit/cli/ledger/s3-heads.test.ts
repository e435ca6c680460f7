import { expect } from 'chai';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';
import { environmentOf, type Variables } from '../../../support/servers/service-program.ts';
import { runLedgerCommand } from '../../../support/services/ledger-journeys.ts';
import { aHeadSigner } from '../../../support/services/log-relay.ts';
import { useHeadFolder } from './head-folder.ts';
import { s3Keys, s3Signature, startS3Stub } from './s3-stub.ts';

describe('heads of npx portcullis ledger in a bucket', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  const { journey, place, sql, signer } = useHeadFolder(database);
  let stub: Awaited<ReturnType<typeof startS3Stub>>;

  beforeEach(async () => {
    stub = await startS3Stub();
  });
  afterEach(() => stub.close());

  const to = 's3://heads/portcullis/log';
  const access = (): Variables => ({
    AWS_ACCESS_KEY_ID: s3Keys.id,
    AWS_SECRET_ACCESS_KEY: s3Keys.secret,
    AWS_REGION: s3Keys.region,
    AWS_ENDPOINT_URL_S3: stub.url,
  });
  const run = (args: readonly string[], env: Variables = {}) =>
    runLedgerCommand(environmentOf(database().url, { ...access(), ...env }), ...args);
  const keep = (...args: readonly string[]) => run(['checkpoint', '--to', to, ...args]);
  const verify = () => run(['verify', '--checkpoints', to, '--fingerprint', signer.fingerprint]);

  it('are checked by the stub as AWS describes it in its two examples of signed requests', () => {
    const scope = { secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1', date: '20130524T000000Z' };
    const digest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      'x-amz-content-sha256': digest,
      'x-amz-date': scope.date,
    };
    const object = { method: 'GET', path: '/test.txt', query: [], headers: { ...headers, range: 'bytes=0-9' }, digest };
    expect(s3Signature(object, scope)).to.equal('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
    const query = [
      ['max-keys', '2'],
      ['prefix', 'J'],
    ] as const;
    expect(s3Signature({ method: 'GET', path: '/', query, headers, digest }, scope)).to.equal(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    );
  });

  it('are kept one object each, continue one another, and verify', async () => {
    let size = 0;
    for (let n = 0; n < 3; n += 1) {
      size += (await journey()).version;
      await place();
      expect(await keep()).to.deep.equal({ code: 0, lines: [`${to}: the head of ${size} entries.`] });
    }
    expect(await keep()).to.deep.equal({ code: 0, lines: [`${to}: the head of ${size} entries is there already.`] });
    stub.objects.set('portcullis/log/notes.txt', 'not ours');
    expect([...stub.objects.keys()].slice(0, 3).join()).to.match(/^(portcullis\/log\/\d{12}-[0-9a-f]{16}\.json,?){3}$/);
    const verified = await verify();
    expect([verified.code, verified.lines.at(-1)]).to.deep.equal([
      0,
      `log of ${size} entries, 3 kept heads: all verify. Signed by ${signer.fingerprint}.`,
    ]);
    const [oldest = ''] = stub.objects.keys();
    stub.objects.set(oldest, '{}');
    expect((await verify()).lines.join('\n')).to.include('(head_unreadable)');
  });

  it('are overwritten by nothing, and no head that the log does not continue, or that is forged, is added', async () => {
    await journey();
    await place();
    expect(await keep()).to.include({ code: 0 });
    await sql(
      'DELETE FROM ledger_log; DELETE FROM ledger_heads; DELETE FROM ledger_tiles; UPDATE ledger SET place = 0',
    );
    await place(aHeadSigner());
    expect((await keep()).lines.join()).to.include('of another log');
    expect((await keep('--fingerprint', signer.fingerprint)).code).to.equal(1);
    expect([...stub.objects.keys()]).to.have.length(1);
    stub.objects.clear();
    expect((await keep('--fingerprint', signer.fingerprint)).lines.join()).to.include('(head_signer)');
    expect([...stub.objects.keys()]).to.deep.equal([]);
    expect(await keep()).to.include({ code: 0 });
    const [name = ''] = stub.objects.keys();
    const kept = stub.objects.get(name);
    stub.unlisted.add(name);
    expect(await keep()).to.deep.equal({
      code: 2,
      lines: ['The bucket of --to cannot be used (412 PreconditionFailed).'],
    });
    expect([...stub.objects]).to.deep.equal([[name, kept]]);
  });

  it('are refused where keys are missing or wrong, or there is no such bucket', async () => {
    await journey();
    await place();
    const needs = 'An s3 address needs AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION.';
    const checkpoint = ['checkpoint', '--to', to];
    expect(await run(checkpoint, { AWS_REGION: '' })).to.deep.equal({ code: 1, lines: [needs] });
    expect(await run(checkpoint, { AWS_ENDPOINT_URL_S3: 'ftp://x' })).to.include({ code: 1 });
    expect(await run(checkpoint, { AWS_SECRET_ACCESS_KEY: 'another' })).to.deep.equal({
      code: 2,
      lines: ['The bucket of --to cannot be used (403 SignatureDoesNotMatch).'],
    });
    expect(await run(['checkpoint', '--to', 's3://other'])).to.deep.equal({
      code: 2,
      lines: ['The bucket of --to cannot be used (404 NoSuchBucket).'],
    });
    expect(await verify()).to.deep.equal({ code: 2, lines: ['The bucket of --checkpoints has no heads.'] });
    expect(await run(checkpoint, { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' })).to.deep.equal({
      code: 2,
      lines: ['The bucket of --to cannot be used (no answer).'],
    });
    for (const place_ of ['s3://B', 's3://bucket/a b', 's3://bucket/../x', 's3://bucket//x', 's3://'])
      expect(await run(['checkpoint', '--to', place_]), place_).to.include({ code: 64 });
    expect(await run(['verify', '--checkpoints', 'https://store.example'])).to.include({ code: 64 });
  });

  it('are asked for at the address that AWS gives a bucket in its region', async () => {
    await journey();
    await place();
    const realFetch = globalThis.fetch;
    const asked: string[] = [];
    globalThis.fetch = async (url, init) => {
      if (!String(url).includes('amazonaws.com')) return realFetch(url, init);
      asked.push(
        `${init?.method} ${url} ${JSON.stringify(init?.headers).includes('"x-amz-security-token":"a token"')}`,
      );
      return new Response('<ListBucketResult/>');
    };
    try {
      const env = { AWS_ENDPOINT_URL_S3: '', AWS_SESSION_TOKEN: 'a token' };
      expect(await run(['checkpoint', '--to', 's3://heads/log'], env)).to.include({ code: 0 });
      expect(await run(['verify', '--checkpoints', 's3://he.ads'], env)).to.include({ code: 2 });
    } finally {
      globalThis.fetch = realFetch;
    }
    expect(asked[0]).to.equal('GET https://heads.s3.eu-central-1.amazonaws.com/?list-type=2&prefix=log%2F true');
    expect(asked[1]).to.match(
      /^PUT https:\/\/heads\.s3\.eu-central-1\.amazonaws\.com\/log\/\d{12}-[0-9a-f]{16}\.json true$/,
    );
    expect(asked[2]).to.equal('GET https://s3.eu-central-1.amazonaws.com/he.ads/?list-type=2&prefix= true');
  });
});
