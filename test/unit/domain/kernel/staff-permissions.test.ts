import { hasPermission, permissionsOf, staffRoles } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { permissionRoles, staffPermissions } from '#domain/kernel/staff-permissions';

describe('the permissions of staff', () => {
  it('are, role by role, what the console promises', () => {
    const marks = staffPermissions.map((permission) => [
      permission,
      staffRoles.map((role) => (hasPermission({ roles: [role] }, permission) ? 'x' : '-')).join(''),
    ]);
    // Reviewer, senior, auditor, admin.
    expect(Object.fromEntries(marks)).to.deep.equal({
      'reviews:read': 'xxxx',
      'reviews:claim': 'xx--',
      'reviews:decide': 'xx--',
      'reviews:override': '-x--',
      'persons:read': 'xxx-',
      'pictures:read': 'xxx-',
      'evidence:export': '-xx-',
      'profiles:erase': '---x',
      'lists:manage': '-x-x',
      'policies:read': 'xxxx',
      'policies:write': '---x',
      'webhooks:manage': '---x',
      'clients:manage': '---x',
      'sessions:manage': '---x',
      'audit:read': '--xx',
      'operations:read': '--xx',
    });
  });

  it('are none without a role', () => {
    expect(permissionsOf({ roles: [] })).to.deep.equal([]);
  });

  it('of several roles are those of each of them', () => {
    const both = permissionsOf({ roles: ['reviewer', 'admin'] });
    for (const role of ['reviewer', 'admin'] as const)
      expect(both).to.include.members([...permissionsOf({ roles: [role] })]);
    expect(both).to.not.include('reviews:override');
  });

  it('keep those who decide apart from those who govern', () => {
    expect(permissionRoles['reviews:decide']).to.not.include('admin');
    expect(permissionRoles['policies:write']).to.not.include.members(['reviewer', 'senior']);
  });
});
