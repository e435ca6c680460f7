import { conditionalFetch, countriesFor, partnerOf } from '@portcullis/verify/flow';
import { expect } from 'chai';
import { theFlowSettings } from '../../../support/clients/flow-answers.ts';

const url = 'https://verify.example.org/api/profiles/p1';

describe('what was read before', () => {
  /** Answers the same with a tag until `change` is called. */
  const tagged = () => {
    let version = 1;
    const seen: (string | null)[] = [];
    const fetch = conditionalFetch(async (_, { headers, method }) => {
      const known = new Headers(headers).get('if-none-match');
      seen.push(known);
      if (method === 'GET' && known === `"${version}"`) return new Response(null, { status: 304 });
      return Response.json({ version }, { headers: { ETag: `"${version}"` } });
    });
    const change = (): void => {
      version += 1;
    };
    return { fetch, seen, change };
  };

  it('is not sent again while nothing has changed', async () => {
    const { change, fetch, seen } = tagged();
    const read = async () => (await fetch(url, { method: 'GET' })).json();
    const answers = [await read(), await read()];
    change();
    answers.push(await read(), await read());
    expect(answers).to.deep.equal([{ version: 1 }, { version: 1 }, { version: 2 }, { version: 2 }]);
    expect(seen).to.deep.equal([null, '"1"', '"1"', '"2"']);
  });

  it('has nothing to do with other requests', async () => {
    const { fetch, seen } = tagged();
    await fetch(url, { method: 'GET' });
    await fetch(url, { method: 'PATCH' });
    await fetch(`${url}2`, { method: 'GET' });
    expect(seen).to.deep.equal([null, null, null]);
  });
});

describe('the countries of documents', () => {
  const all = { allowed: null, denied: [], hasSpecimens: false };

  it('have names in the language of the person, in its order', () => {
    const names = (language: string) => countriesFor(language, { ...all, allowed: ['DEU', 'AUT', 'ESP'] });
    expect(names('en').map(({ name }) => name)).to.deep.equal(['Austria', 'Germany', 'Spain']);
    expect(names('de').map(({ code, name }) => `${code} ${name}`)).to.deep.equal([
      'DEU Deutschland',
      'AUT Österreich',
      'ESP Spanien',
    ]);
  });

  it('are those that the policy accepts', () => {
    const codes = countriesFor('en', { ...all, denied: ['DEU'] }).map(({ code }) => code);
    expect(codes).to.include('FRA').and.to.not.include.members(['DEU']);
    expect(codes).to.have.length.at.least(240);
    expect(countriesFor('en', { ...all, hasSpecimens: true }).map(({ name }) => name)).to.include('Utopia');
    expect(countriesFor('en', { ...all, allowed: ['XKX'] })).to.deep.equal([{ code: 'XKX', name: 'XKX' }]);
  });
});

describe('the partner of the settings', () => {
  const nothing = { name: null, logo: null, accentColor: null, privacyUrl: null, termsUrl: null, supportUrl: null };

  it('may be missing, as in a service of an earlier release', () => {
    expect(partnerOf(null)).to.deep.equal(nothing);
    expect(partnerOf(theFlowSettings())).to.deep.equal(nothing);
  });

  it('is shown as far as it is known', () => {
    const partner = { name: 'Acme', logo: null, accent_color: '#224466', privacy_url: 'https://acme.example/privacy' };
    expect(partnerOf(Object.assign(theFlowSettings(), { partner }))).to.deep.equal({
      ...nothing,
      name: 'Acme',
      accentColor: '#224466',
      privacyUrl: 'https://acme.example/privacy',
    });
  });
});
