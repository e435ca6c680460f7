import { expect } from 'chai';
import {
  askObjects,
  errorIn,
  type ObjectCall,
  ownSigning,
  replyOf,
  simulatorForTests,
} from '../../support/clients/vendor-calls.ts';

const path = '/files/a/b';

describe('the object store of the vendor simulator', () => {
  const { running } = simulatorForTests();
  const ask = (call: ObjectCall, by = ownSigning('s3')) => askObjects(running().url, call, by);
  const codeOf = async (call: ObjectCall, by = ownSigning('s3')) => {
    const reply = await ask(call, by);
    return [reply.status, errorIn(reply).code];
  };

  it('keeps the bytes, the type and the metadata of an object, and forgets them when it is removed', async () => {
    const headers = { 'content-type': 'text/plain', 'x-amz-meta-sha256': 'abc' };
    expect((await ask({ method: 'PUT', path, body: 'bytes', headers })).status).to.equal(200);
    const read = await ask({ method: 'GET', path });
    expect([read.status, read.body, read.headers.get('x-amz-meta-sha256')]).to.deep.equal([200, 'bytes', 'abc']);
    expect((await ask({ method: 'HEAD', path })).headers.get('content-length')).to.equal('5');
    for (let time = 0; time < 2; time += 1) expect((await ask({ method: 'DELETE', path })).status).to.equal(204);
    expect(await codeOf({ method: 'GET', path })).to.deep.equal([404, 'NoSuchKey']);
  });

  it('lists a page of keys below a prefix and after a key, and removes several at once', async () => {
    for (const key of ['a/1', 'a/2', 'a/3', 'b/1']) await ask({ method: 'PUT', path: `/files/${key}`, body: 'x' });
    const query = 'list-type=2&max-keys=1&prefix=a%2F&start-after=a%2F1';
    const { body } = await ask({ method: 'GET', path: '/files', query });
    expect(String(body))
      .to.match(/<Key>a\/2<\/Key>/)
      .and.match(/<IsTruncated>true<\/IsTruncated>/);
    const text = '<Delete><Object><Key>a/1</Key></Object><Object><Key>a/2</Key></Object></Delete>';
    const removal = { method: 'POST', path: '/files', query: 'delete=', body: text };
    expect(await codeOf(removal)).to.deep.equal([400, 'InvalidRequest']);
    const md5 = (await import('node:crypto')).createHash('md5').update(text).digest('base64');
    expect((await ask({ ...removal, headers: { 'content-md5': md5 } })).status).to.equal(200);
    const left = String((await ask({ method: 'GET', path: '/files', query: 'list-type=2' })).body);
    expect([...left.matchAll(/<Key>([^<]*)/g)].map(([, key]) => key)).to.deep.equal(['a/3', 'b/1']);
  });

  it('refuses signatures as the store does: none, of another secret, of another key, for another region', async () => {
    const by = ownSigning('s3');
    const put = { method: 'PUT', path, body: 'x' };
    const unsigned = await fetch(`${running().url}${path}`, { headers: { 'x-amz-content-sha256': 'e'.repeat(64) } });
    expect([unsigned.status, errorIn(await replyOf(unsigned)).code]).to.deep.equal([400, 'XAmzContentSHA256Mismatch']);
    expect(await codeOf(put, { ...by, secretAccessKey: 'another' })).to.deep.equal([403, 'SignatureDoesNotMatch']);
    expect(await codeOf(put, { ...by, accessKeyId: 'AKIANOBODY0000000001' })).to.deep.equal([
      403,
      'InvalidAccessKeyId',
    ]);
    expect(await codeOf(put, { ...by, region: 'us-east-1' })).to.deep.equal([400, 'AuthorizationHeaderMalformed']);
    expect(await codeOf(put, { ...by, at: Date.now() - 3_600_000 })).to.deep.equal([403, 'SignatureDoesNotMatch']);
  });

  it('refuses what not every store with this interface does', async () => {
    for (const headers of [
      { 'if-none-match': '*' },
      { 'x-amz-checksum-crc32': 'AAAAAA==' },
      { 'x-amz-acl': 'private' },
    ])
      expect(await codeOf({ method: 'PUT', path, body: 'x', headers })).to.deep.equal([501, 'NotImplemented']);
    expect(await codeOf({ method: 'GET', path: '/files', query: 'list-type=2&delimiter=%2F' })).to.deep.equal([
      400,
      'InvalidArgument',
    ]);
    expect(await codeOf({ method: 'POST', path })).to.deep.equal([405, 'MethodNotAllowed']);
  });

  it('has the bucket of the script: missing, elsewhere, with versions, with locks, without permission', async () => {
    const read = { method: 'GET', path };
    running().script({ bucket: { exists: false } });
    expect(await codeOf(read)).to.deep.equal([404, 'NoSuchBucket']);
    running().script({ bucket: { region: 'us-east-2' } });
    expect(await codeOf(read)).to.deep.equal([301, 'PermanentRedirect']);
    running().script({ bucket: { versioning: 'Enabled', objectLock: true } });
    for (const [query, word] of [
      ['versioning=', '<Status>Enabled</Status>'],
      ['object-lock=', '<ObjectLockEnabled>Enabled</ObjectLockEnabled>'],
    ] as const)
      expect(String((await ask({ method: 'GET', path: '/files', query })).body)).to.include(word);
    running().script({ bucket: {}, denied: ['s3:GetObject'] });
    expect(await codeOf(read)).to.deep.equal([403, 'AccessDenied']);
    expect(await codeOf({ method: 'GET', path: '/files', query: 'object-lock=' })).to.deep.equal([
      404,
      'ObjectLockConfigurationNotFoundError',
    ]);
  });
});
