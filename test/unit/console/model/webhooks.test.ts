import { expect } from 'chai';
import {
  type EndpointForm,
  emptyEndpointForm,
  endpointChangesOf,
  endpointFaultsOf,
  endpointFormOf,
  endpointSettingsOf,
  hostOf,
} from '#console/model/webhooks';

const url = 'https://acme.example/portcullis/hooks';
const form = (given: Partial<EndpointForm> = {}): EndpointForm => ({ ...emptyEndpointForm, url, ...given });

describe('an endpoint that is typed', () => {
  it('has faults as long as the service would refuse it for its form', () => {
    expect(endpointFaultsOf(form())).to.deep.equal([]);
    expect(endpointFaultsOf(form({ url: ' ', isEverything: false }))).to.deep.equal(['url_needed', 'types_needed']);
    const refused = [
      'acme.example',
      'ftp://acme.example',
      'https://',
      'https://acme.example/a b',
      `${url}?${'x'.repeat(1024)}`,
    ];
    for (const one of refused) expect(endpointFaultsOf(form({ url: one })), one).to.deep.equal(['url_form']);
    expect(endpointFaultsOf(form({ url: ` ${url} ` }))).to.deep.equal([]);
    expect(endpointFaultsOf(form({ description: 'x'.repeat(100) }))).to.deep.equal([]);
    expect(endpointFaultsOf(form({ description: 'x'.repeat(101) }))).to.deep.equal(['description_long']);
  });

  it('is sent with every event, or with those that are chosen', () => {
    const types = ['profile.declined', 'profile.approved'] as const;
    expect(endpointSettingsOf(form({ types }))).to.deep.equal({ url, description: null, types: null });
    expect(endpointSettingsOf(form({ types, isEverything: false, description: ' Production ' }))).to.deep.equal({
      url,
      description: 'Production',
      types: ['profile.approved', 'profile.declined'],
    });
  });

  it('changes what was typed and nothing else, whatever others have changed meanwhile', () => {
    const stored = { url, description: 'Production', types: ['profile.declined', 'profile.approved'] as const };
    const begun = endpointFormOf(stored);
    expect(endpointChangesOf(begun)).to.deep.equal({});
    expect(endpointChangesOf({ ...begun, types: ['profile.approved', 'profile.declined'] })).to.deep.equal({});
    expect(endpointChangesOf({ ...begun, description: '' })).to.deep.equal({ description: null });
    expect(endpointChangesOf({ ...begun, isEverything: true })).to.deep.equal({ types: null });
    expect(endpointChangesOf({ ...begun, url: `${url}/2`, types: ['profile.erased'] })).to.deep.equal({
      url: `${url}/2`,
      types: ['profile.erased'],
    });
    const all = endpointFormOf({ ...stored, types: null });
    expect(endpointChangesOf({ ...all, isEverything: false, types: ['profile.erased'] })).to.deep.equal({
      types: ['profile.erased'],
    });
  });

  it('is named by its host, since a path can hold what nobody should read', () => {
    expect(hostOf('https://acme.example:8443/hooks/secret')).to.equal('acme.example:8443');
    expect(hostOf('no address')).to.equal('no address');
  });
});
