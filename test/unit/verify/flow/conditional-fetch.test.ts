import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { conditionalFetch } from '#verify/flow/conditional-fetch';
import { countriesFor } from '#verify/flow/countries';
import { edgeOn, inkOn, papers, partnerOf } from '#verify/flow/partner';
import { theFlowSettings } from '../../../support/clients/flow-answers.ts';
import { root } from '../../../support/repository/files.ts';

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
  const { partner: nobody } = theFlowSettings();

  it('is unknown before the settings are there', () => {
    expect(partnerOf(null)).to.deep.equal(nobody);
  });

  it('is shown as far as it is known', () => {
    const partner = { ...nobody, name: 'Acme', accent_color: '#224466' };
    expect(partnerOf(theFlowSettings({ partner }))).to.deep.equal(partner);
  });

  it('has its colour with text that can be read on it', () => {
    const inks = ['#000000', '#1a56c4', '#767676', '#ffd500', '#ffffff'].map(inkOn);
    expect(inks).to.deep.equal(['#ffffff', '#ffffff', '#000000', '#000000', '#000000']);
  });

  it('has an edge around its colour where that can hardly be seen on the page', () => {
    const colors = ['#ffffff', '#ffe9b0', '#1a56c4', '#000000'];
    expect(colors.map((color) => edgeOn('light', color))).to.deep.equal([
      'var(--ink)',
      'var(--ink)',
      '#1a56c4',
      '#000000',
    ]);
    expect(colors.map((color) => edgeOn('dark', color))).to.deep.equal([
      '#ffffff',
      '#ffe9b0',
      'var(--ink)',
      'var(--ink)',
    ]);
  });

  it('is drawn on the paper and with the edge that the style of the page has', () => {
    const css = readFileSync(join(root, 'packages/verify/src/page.css'), 'utf8');
    const inCss = [...css.matchAll(/--paper: (#\w+)/g)].map(([, color]) => color);
    expect(inCss).to.deep.equal([papers.light, papers.dark]);
    expect([...css.matchAll(/--edge: var\((--edge-on-\w+)\)/g)].map(([, name]) => name)).to.deep.equal([
      '--edge-on-light',
      '--edge-on-dark',
    ]);
    expect(css).to.include('border: 2px solid var(--edge)');
  });
});
