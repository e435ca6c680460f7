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
