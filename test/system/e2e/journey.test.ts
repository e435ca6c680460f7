import { createHash } from 'node:crypto';
import { type ScenarioName, scenarios } from '@portcullis/adapter-memory';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import sharp from 'sharp';
import {
  jsonOf,
  type PersonClient,
  performStep,
  readBody,
  sendRequest,
  textOf,
} from '../../support/clients/api-client.ts';
import {
  type JourneyResult,
  newPerson,
  type PartnerClient,
  partnerProfile,
  partnerWords,
  playJourney,
  sandboxScenario,
  scenariosOf,
} from '../../support/clients/journey.ts';
import type { EngineName } from '../../support/servers/database-server.ts';
import { enginesOfJourneys, overEngine } from '../../support/servers/postgres-server.ts';
import { useSandbox } from '../../support/servers/sandbox.ts';

const suiteOf = (engine: EngineName): void => {
  const sandbox = useSandbox(undefined, undefined, engine);
  const partner = (): PartnerClient => ({
    baseUrl: sandbox().info.base_url,
    token: sandbox().info.token,
    choose: sandboxScenario,
  });

  const journeys = new Map<ScenarioName, Promise<JourneyResult>>();
  const playOnce = (name: ScenarioName): Promise<JourneyResult> => {
    const journey = journeys.get(name) ?? playJourney(partner(), name);
    journeys.set(name, journey);
    return journey;
  };

  describe('the journey of a person over the real database and the real reader', function () {
    this.timeout(120_000);
    /** Half a minute passes until the service gives up on a provider. The other journeys do not wait for that. */
    before('begin the journey that takes longest', () => {
      if (scenariosOf('sandbox').includes('provider_down')) playOnce('provider_down').catch(() => undefined);
    });

    for (const name of scenariosOf('sandbox')) {
      const { retries, status, reasons } = scenarios[name].expected;
      it(`ends ${[status, ...reasons].join(', ')} in the scenario ${name}, with a ledger that proves it and a reproducible decision`, async () => {
        const played = await playOnce(name);
        expect({ retries: played.retries, status: played.status, reasons: played.reasons }).to.deep.equal({
          retries,
          status,
          reasons,
        });
        expect(played.ledger).to.deep.include({ ok: true, seq: played.version, status });
        const { baseUrl, token } = partner();
        const why = await sendRequest(baseUrl, { path: `/api/profiles/${played.person.profileId}/decision`, token });
        expect(jsonOf(why)).to.include({ object: 'decision', status, reproduced: true });
      });
    }
  });

  describe('the responses to a person on the journey', function () {
    this.timeout(120_000);
    let played: JourneyResult;
    const told = (): readonly string[] => played.person.replies.map(textOf);
    /** The settings of a sandbox list its scenarios, which contain these words. */
    const isSettings = (text: string): boolean => text.includes('"object":"settings"');

    before('play the scenario whose reason is kept from the person', async () => {
      played = await playOnce('device_shared');
      await played.person.ask({ path: '/api/settings' });
    });

    it('contain only the state of the profile and what is requested', () => {
      const last = played.person.replies
        .map(jsonOf)
        .findLast((body) => t.type({ object: t.literal('profile') }).is(body));
      const done = (step: string) => ({ step, state: 'accepted', reasons: [] });
      const Times = t.type({ consent: t.type({ recorded_at: t.string }), expires_at: t.string });
      const { consent, expires_at: expiresAt } = readBody(Times, last);
      expect(last).to.deep.equal({
        id: played.person.profileId,
        object: 'profile',
        view: 'person',
        status: 'in_review',
        status_reasons: [{ code: 'review_pending', message: 'A person is looking at your verification.' }],
        attempt: { number: 1, max: 3 },
        requirements: [done('consent'), done('document_front'), done('liveness'), done('device')],
        consent: { text_version: '1', locale: 'en', granted: true, recorded_at: consent.recorded_at },
        language: 'en',
        redirect_url: null,
        expires_at: expiresAt,
      });
    });

    it('contain no score, no threshold and no risk reason', () => {
      const ofThem = told().filter((text) => !isSettings(text));
      for (const word of ['score', 'confidence', 'similarity', '"threshold"', 'device_shared', '97.4', '98.2'])
        expect(ofThem.join('\n')).not.to.include(word);
      const settings = told().filter(isSettings);
      expect(settings).to.have.length(1);
      for (const number of ['at_least', '75', '90']) expect(settings.join()).not.to.include(number);
    });

    it('contain nothing of the partner and no name of a provider', () => {
      const { client_id: clientId } = sandbox().info;
      const theirs = [
        partnerWords.reference,
        partnerWords.note,
        clientId,
        '"partner_id"',
        '"metadata"',
        '"files"',
        '"checks"',
      ];
      for (const word of [...theirs, '"model"', '"mrz"', 'simvi', 'tesseract', 'pocketbase', 'ERIKSSON', 'L8988901C'])
        expect(told().join('\n')).not.to.include(word);
    });
  });

  describe('access to the photo', function () {
    this.timeout(120_000);
    let person: PersonClient;
    let fileId: string;

    before('take one person half way', async () => {
      person = await newPerson(partner(), 'approve');
      await performStep(person, 'consent', 'td3-valid');
      await performStep(person, 'document_front', 'td3-valid');
      fileId = (await partnerProfile(partner(), person.profileId)).files[0]?.id ?? '';
    });

    it('is limited to the partner', async () => {
      const path = `/api/profiles/${person.profileId}/files/${fileId}`;
      const seen = await sendRequest(partner().baseUrl, { path, token: partner().token });
      const { format, exif } = await sharp(seen.bytes).metadata();
      expect({ status: seen.status, format, exif, cached: seen.headers['cache-control'] }).to.deep.equal({
        status: 200,
        format: 'jpeg',
        exif: undefined,
        cached: 'no-store',
      });
      const file = (await partnerProfile(partner(), person.profileId)).files.find(({ id }) => id === fileId);
      expect(file?.sha256).to.equal(createHash('sha256').update(seen.bytes).digest('hex'));
      expect(file?.original_sha256)
        .to.match(/^[0-9a-f]{64}$/)
        .and.not.to.equal(file?.sha256);
      expect((await person.ask({ path })).status).to.equal(403);
      expect((await sendRequest(partner().baseUrl, { path })).status).to.equal(401);
    });
  });
};

for (const engine of enginesOfJourneys) describe(`a sandbox${overEngine(engine)}`, () => suiteOf(engine));
