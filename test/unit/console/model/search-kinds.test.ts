import { expect } from 'chai';
import { searchKindsOf } from '#console/model/search-kinds';
import { aMember } from '../../../support/http/console-bodies.ts';

describe('what the console offers a search by', () => {
  it('is what the service says, in the order of the page', () => {
    expect(searchKindsOf({ ...aMember, search_by: ['name', 'profile_id', 'reference'] })).to.deep.equal([
      'reference',
      'profile_id',
      'name',
    ]);
    expect(searchKindsOf(aMember)).to.deep.equal([]);
  });
});
