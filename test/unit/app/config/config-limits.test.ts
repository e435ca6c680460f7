import { expect } from 'chai';
import { configOf, faultsOf } from '../../../support/builders/configurations.ts';

describe('the limits of the configuration', () => {
  it('are rejected where one of them makes another unreachable', () => {
    const multipart = { name: 'LIMIT_MULTIPART_BYTES', rule: 'must not be more than LIMIT_UPLOAD_BYTES_IN_FLIGHT' };
    const small = { LIMIT_UPLOAD_BYTES_IN_FLIGHT: '16777216' };
    expect(faultsOf({ ...small, LIMIT_MULTIPART_BYTES: '16777217' })).to.deep.equal([multipart]);
    expect(configOf({ ...small, LIMIT_MULTIPART_BYTES: '16777216' }).limits.requests.multipartBytes).to.equal(16777216);
    expect(configOf(small).limits.requests.multipartBytes).to.equal(16777216);
    const url = { name: 'LIMIT_URL_BYTES', rule: 'must not be more than LIMIT_HEADER_BYTES' };
    expect(faultsOf({ LIMIT_URL_BYTES: '16385' })).to.deep.equal([url]);
    expect(faultsOf({ LIMIT_URL_BYTES: '16385', LIMIT_HEADER_BYTES: '16385' })).to.deep.equal([]);
  });
});

describe('the installation of the configuration', () => {
  it('is an id as the doctor prints it, or none', () => {
    const rule = 'must be 64 characters 0-9 and a-f';
    for (const bad of ['0'.repeat(63), 'A1'.repeat(32), 'g'.repeat(64)])
      expect(faultsOf({ DATABASE_INSTALLATION_ID: bad })).to.deep.equal([{ name: 'DATABASE_INSTALLATION_ID', rule }]);
    const good = 'a1'.repeat(32);
    expect(configOf({ DATABASE_INSTALLATION_ID: good }).database.installation).to.equal(good);
    expect(configOf({}).database.installation).to.equal(null);
  });
});
