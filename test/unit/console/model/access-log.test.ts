import { expect } from 'chai';
import { fieldTimeOf, instantOf, profilesOf, viewerOf } from '#console/model/access-log';
import type { AccessLine } from '#console/model/wire';

const line: AccessLine = {
  id: 'mp1x2k3v.a7c1d9e4f2b8h3j.0',
  at: '2026-05-04T10:00:00.000Z',
  request_id: 'r',
  operation: 'getProfile',
  caller: { kind: 'machine', client_id: 'acme-backend' },
  partner_id: 'acme',
  team_id: null,
  profile_id: null,
  status: 200,
};

describe('a line of the access log', () => {
  it('says who has looked, and knows staff by their ids', () => {
    expect(viewerOf(line)).to.deep.equal({ kind: 'machine', id: 'acme-backend' });
    expect(viewerOf({ caller: { kind: 'flow', link_generation: 2 } })).to.deep.equal({ kind: 'flow', id: '2' });
    expect(viewerOf({ caller: { kind: 'operator', id: 'staff-rosa00000001' } })).to.deep.equal({
      kind: 'staff',
      id: 'staff-rosa00000001',
    });
    expect(viewerOf({ caller: { kind: 'operator', id: 'M. Keller' } })).to.deep.equal({
      kind: 'operator',
      id: 'M. Keller',
    });
  });

  it('names each of its profiles once', () => {
    expect(profilesOf(line)).to.deep.equal([]);
    expect(profilesOf({ ...line, profile_id: 'a', profile_ids: ['b', 'a', 'b'] })).to.deep.equal(['a', 'b']);
  });
});

describe('a time of the access log', () => {
  it('is read from the field as it was written into it', () => {
    const at = Date.UTC(2026, 4, 4, 10, 7);
    expect(fieldTimeOf(at)).to.match(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
    expect(instantOf(fieldTimeOf(at))).to.equal('2026-05-04T10:07:00.000Z');
  });

  it('is none where the field has none', () => {
    expect(['', 'yesterday', '2026-13-01T00:00'].map(instantOf)).to.deep.equal([null, null, null]);
  });
});
