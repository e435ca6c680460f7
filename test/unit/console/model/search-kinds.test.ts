import { expect } from 'chai';
import { searchKindsOf } from '#console/model/search-kinds';
import type { StaffMember } from '#console/model/wire';

const member: StaffMember = {
  id: 'staff-1',
  name: 'Rosa',
  roles: ['reviewer'],
  permissions: ['reviews:read', 'persons:read'],
  search_by: [],
  session: { expires_at: '', idle_expires_at: '' },
};

describe('what the console offers a search by', () => {
  it('is what the service says, in the order of the page, without what the page does not know', () => {
    expect(searchKindsOf({ ...member, search_by: ['name', 'profile_id', 'telephone', 'reference'] })).to.deep.equal([
      'reference',
      'profile_id',
      'name',
    ]);
    expect(searchKindsOf(member)).to.deep.equal([]);
  });
});
