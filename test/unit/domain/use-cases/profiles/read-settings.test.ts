import { readSettings, TE } from '@portcullis/domain';
import { unnamedPartner } from '@portcullis/domain/ports';
import type { PublicSettings } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { mustSucceed } from '../../../../support/run.ts';
import { aPerson, aService, partner } from '../../../../support/services/memory-service.ts';

const publicSettings: PublicSettings = {
  livenessRegion: 'eu-west-1',
  fingerprintRegion: 'eu',
  consentTexts: [
    { version: '2025-06', texts: { en: 'An older text.', sv: 'En äldre text.' } },
    { version: '2026-01', texts: { en: 'I agree.', de: 'Ja.', fr: "J'accepte." } },
  ],
  languages: ['en', 'de'],
  scenarios: null,
};

describe('the consent text of the settings', () => {
  const service = aService();
  const read = readSettings({ ...service, publicSettings, settings: { app: () => TE.right({}) } });
  const textFor = async (...[given]: Parameters<typeof read>) => (await mustSucceed(read(given))).consentText;

  it('is the newest one in the language of the profile, for its person', async () => {
    const { caller } = await aPerson(service, { reference: 'german', language: 'de-AT' });
    expect(await textFor({ caller, language: null })).to.deep.equal({
      version: '2026-01',
      language: 'de',
      text: 'Ja.',
    });
    expect((await textFor({ caller, language: 'fr' }))?.language).to.equal('fr');
  });

  it('is in the first language of the service for a partner, and in English where it is missing', async () => {
    expect((await textFor({ caller: partner, language: null }))?.text).to.equal('I agree.');
    expect((await textFor({ caller: partner, language: 'sv' }))?.text).to.equal('I agree.');
    expect((await textFor({ caller: partner, language: 'de' }))?.text).to.equal('Ja.');
  });
});

describe('the partner of the settings', () => {
  it('is the one of the profile as it shows itself, and one without a name where nothing is configured', async () => {
    const service = aService();
    const { caller } = await aPerson(service, { reference: 'seen' });
    const settings = { app: () => TE.right({}) };
    const shown = { ...unnamedPartner, name: 'Acme' };
    const asked: unknown[] = [];
    const partnerOf = (tenant: unknown) => {
      asked.push(tenant);
      return shown;
    };
    const named = readSettings({ ...service, publicSettings: { ...publicSettings, partnerOf }, settings });
    const view = await mustSucceed(named({ caller, language: null }));
    expect([view.partner, asked]).to.deep.equal([shown, [caller.tenant]]);
    expect(view).not.to.have.property('partnerOf');
    const unnamed = readSettings({ ...service, publicSettings, settings });
    expect((await mustSucceed(unnamed({ caller, language: null }))).partner).to.deep.equal(unnamedPartner);
  });
});
