import { expect } from 'chai';
import { askEvent, askObjects, errorIn, ownSigning, simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';

const at = Date.parse('2026-05-01T00:00:00.000Z');

describe('device events of the vendor simulator', () => {
  const { running } = simulatorForTests({ clock: fakeClock('2026-05-01T00:00:00.000Z') });

  const answers = [
    ['of now, of a person in its id', 'sim-abc000000000001', 200],
    ['of the vendor’s own form, an hour ago', `${at - 3_600_000}.NLOjmg`, 200],
    ['of the vendor’s own form, in an hour', `${at + 3_600_000}.NLOjmg`, 200],
    ['of a moment before that', `${at - 3_600_001}.NLOjmg`, 404],
    ['of a moment after that', `${at + 3_600_001}.NLOjmg`, 404],
    ['of nobody', 'sim-', 404],
    ['of another form', 'another', 404],
    ['that is a name of JavaScript', '__proto__', 404],
    ['that is empty', '', 400],
    ['with a space', 'sim%201', 400],
    ['with an encoding that ends early', 'sim-%', 400],
    ['that is too long', `sim-${'a'.repeat(129)}`, 400],
  ] as const;
  for (const [what, id, status] of answers)
    it(`are answered by ${status} under an id ${what}`, async () => {
      expect((await askEvent(running().url, id)).status).to.equal(status);
    });
});

describe('the object store of the vendor simulator', () => {
  const { running } = simulatorForTests();
  const put = { method: 'PUT', path: '/files/a/b', body: 'x' };
  const codeOf = async (call: Parameters<typeof askObjects>[1], by = ownSigning('s3')) => {
    const { code, status } = errorIn(await askObjects(running().url, call, by));
    return `${status} ${code}`;
  };

  it('refuses signatures as the store does: of another secret, of another key, of another hour', async () => {
    const by = ownSigning('s3');
    expect(await codeOf(put, { ...by, secretAccessKey: 'another' })).to.equal('403 SignatureDoesNotMatch');
    expect(await codeOf(put, { ...by, accessKeyId: 'AKIANOBODY0000000001' })).to.equal('403 InvalidAccessKeyId');
    expect(await codeOf(put, { ...by, at: Date.now() - 3_600_000 })).to.equal('403 SignatureDoesNotMatch');
    const headers = { 'x-amz-content-sha256': 'e'.repeat(64) };
    expect(await codeOf({ ...put, headers })).to.equal('400 XAmzContentSHA256Mismatch');
  });

  it('refuses what not every store with this interface does', async () => {
    for (const name of ['if-none-match', 'x-amz-checksum-crc32', 'x-amz-acl'])
      expect(await codeOf({ ...put, headers: { [name]: 'x' } }), name).to.equal('501 NotImplemented');
    const list = { method: 'GET', path: '/files', query: 'list-type=2&delimiter=%2F' };
    expect(await codeOf(list)).to.equal('400 InvalidArgument');
    expect(await codeOf({ method: 'POST', path: '/files' })).to.equal('405 MethodNotAllowed');
  });
});
