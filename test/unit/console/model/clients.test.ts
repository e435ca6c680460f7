import { defaultOverlapSeconds } from '@portcullis/backoffice';
import { maxOverlapSeconds } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { clientActionsOf, clientFaultsOf, emptyClientForm, newClientOf, overlaps } from '#console/model/clients';
import type { MachineClient } from '#console/model/wire';

const form = { name: 'Order service', team: '', scopes: ['profiles:read'] };

describe('a client that is typed', () => {
  it('has faults as long as the service would refuse it', () => {
    expect(clientFaultsOf(form)).to.deep.equal([]);
    expect(clientFaultsOf(emptyClientForm)).to.deep.equal(['name_needed', 'scopes_needed']);
    expect(clientFaultsOf({ ...form, name: 'x'.repeat(101), team: 'x'.repeat(129) })).to.deep.equal([
      'name_long',
      'team_long',
    ]);
  });

  it('is sent with its scopes in the order of the API, and with a team where one is named', () => {
    const scopes = ['events:read', 'profiles:read'];
    expect(newClientOf({ name: ' Order service ', team: ' ', scopes })).to.deep.equal({
      name: 'Order service',
      scopes: ['profiles:read', 'events:read'],
    });
    expect(newClientOf({ ...form, team: 'north ' })).to.deep.equal({
      name: 'Order service',
      scopes: ['profiles:read'],
      team_id: 'north',
    });
  });

  it('may keep its earlier secret for as long as the service allows, by default as it does', () => {
    expect(overlaps[0]).to.equal(defaultOverlapSeconds);
    expect(Math.max(...overlaps)).to.equal(maxOverlapSeconds);
  });
});

describe('a client of the list', () => {
  const client: MachineClient = {
    id: 'client000000001',
    object: 'client',
    name: 'Order service',
    team_id: null,
    scopes: [],
    status: 'enabled',
    managed_by: 'console',
    awaits_second_person: false,
    old_secret_ends_at: null,
    created_at: null,
    updated_at: null,
  };

  it('can be changed where the console has made it', () => {
    const actions = (given: Partial<MachineClient>) => clientActionsOf({ ...client, ...given });
    expect(actions({})).to.deep.equal(['rotate', 'disable']);
    expect(actions({ status: 'disabled' })).to.deep.equal(['rotate', 'enable']);
    expect(actions({ awaits_second_person: true })).to.deep.equal(['rotate', 'enable', 'disable']);
    expect(actions({ status: 'damaged' })).to.deep.equal(['disable']);
    expect(actions({ managed_by: 'configuration' })).to.deep.equal([]);
  });
});
