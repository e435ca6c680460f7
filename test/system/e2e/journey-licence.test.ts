import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pocketbaseClient } from '@portcullis/adapter-pocketbase';
import { decide } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/evidence';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import sharp from 'sharp';
import { aamvaText, aCard, factsOf } from '../../support/builders/aamva-text.ts';
import { aCase, aReadingEvidence } from '../../support/builders/evidence.ts';
import { keyringFrom } from '../../support/builders/keyrings.ts';
import { aPolicy } from '../../support/builders/policies.ts';
import { aLicence } from '../../support/builders/readings.ts';
import { type PersonClient, performStep, readBody, readReply, sendRequest } from '../../support/clients/api-client.ts';
import { newPerson, partnerProfile } from '../../support/clients/journey.ts';
import { inFull } from '../../support/effort.ts';
import { photoOfBack } from '../../support/images/card-backs.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { root } from '../../support/repository/files.ts';
import { mustSucceed } from '../../support/run.ts';
import { useSandbox } from '../../support/servers/sandbox.ts';

const { document_mrz: _, ...checks } = aPolicy().checks;

/** This policy asks for both sides of a driving licence and reads its data from the barcode. */
const licencePolicy: FlatPolicy = aPolicy({
  id: 'licences',
  steps: ['consent', 'document_front', 'document_back', 'liveness'],
  optionalSteps: ['device'],
  checks: { ...checks, document_barcode: 'required' },
  documents: { ...aPolicy().documents, types: ['driving_licence'], allowedCountries: ['USA', 'CAN'] },
  // The cards of these tests are drawn in grey, without a table around them.
  images: null,
});

describe('a policy that takes driving licences by their barcode, and requires no MRZ', () => {
  const verdict = (reading: Parameters<typeof aReadingEvidence>[0]) => {
    const file: DecisionInput = aCase({ instead: { document_reading: [aReadingEvidence(reading)] } });
    const { deciding, outcome } = decide(licencePolicy, file, '2026-05-01T10:05:00.000Z');
    return [outcome, ...deciding];
  };

  it('approves a live person with a matching face who shows one', () => {
    expect(verdict(aLicence())).to.deep.equal(['approve']);
  });

  it('approves nobody whose barcode is unreadable, missing, of another standard, or contradictory', () => {
    expect(verdict(aLicence({ barcode: { state: 'unreadable' } }))).to.include('document_unreadable');
    expect(verdict(aLicence({ barcode: null }))).to.deep.equal(['retry', 'document_back_missing']);
    expect(verdict(aLicence({ barcode: { state: 'read', text: 'PUBDSK_1' } }))[0]).not.to.equal('approve');
    expect(verdict(aLicence({}, { DAQ: 'T99999999' }))).to.deep.equal([
      'review',
      'barcode_mismatch',
      'identity_not_on_portrait_side',
    ]);
    expect(verdict(aLicence({}, { DBA: '04152026' }))).to.deep.equal(['retry', 'document_expired']);
  });
});

const Secrets = t.type({ database_email: t.string, database_password: t.string, data_keys: t.string });
const Analysis = t.type({ barcode: t.unknown });

describe('a person with a driving licence', function () {
  this.timeout(120_000);
  const sandbox = useSandbox();

  let front: Blob;

  before('add the policy, and make the photo of a front small', async () => {
    front = blob(
      await sharp(join(root, 'test/fixtures/specimens/td1-valid-front.jpg')).resize({ width: 700 }).toBuffer(),
    );
    const secrets = readBody(Secrets, JSON.parse(readFileSync(join(sandbox().folder, 'secrets.json'), 'utf8')));
    const { database_email: email, database_password: password } = secrets;
    const client = pocketbaseClient({ url: sandbox().info.database_url, email, password });
    const { policyRepository } = storesOver(client, keyringFrom(secrets.data_keys));
    await mustSucceed(policyRepository.add(licencePolicy, null));
  });

  const partner = () => ({
    baseUrl: sandbox().info.base_url,
    token: sandbox().info.token,
    choose: () => ({ sandbox: { scenario: 'approve' }, policy: 'licences' }),
  });

  const text = aamvaText(aCard());
  /** Pixels for a millimetre, which are two and a half for a module of the barcode. */
  const scale = 10;
  const blob = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });

  const supply = async ({ ask, profileId }: PersonClient, files: Readonly<Record<string, Blob>>): Promise<void> => {
    const form = new FormData();
    for (const [kind, file] of Object.entries(files)) form.append(kind, file, `${kind}.jpg`);
    expect((await ask({ method: 'PATCH', path: `/api/profiles/${profileId}`, form })).status).to.equal(200);
  };

  inFull(
    'is asked again for a back that is out of focus, and is reviewed with a sharp one, as nobody read the front',
    async () => {
      const person = await newPerson(partner(), 'approve');
      const standing = async () => {
        const { requirements, status } = await partnerProfile(partner(), person.profileId);
        const rejected = requirements.filter(({ state }) => state === 'rejected');
        return { status, asked: rejected.map(({ reasons, step }) => [step, ...reasons]) };
      };
      await performStep(person, 'consent', 'td3-valid');
      await supply(person, {
        document_front: front,
        document_back: blob(await photoOfBack({ text, blur: 0.25, scale })),
      });
      await performStep(person, 'liveness', 'td3-valid');
      const asked = await standing();
      expect(asked.status).to.equal('requires_input');
      expect(asked.asked).to.deep.include(['document_back', 'barcode_unreadable']);
      const inFocus = blob(await photoOfBack({ text, degrees: 4, scale }));
      await supply(person, { document_front: front, document_back: inFocus });
      expect(await standing()).to.deep.equal({ status: 'in_review', asked: [] });
      const { status_reasons: reasons } = await partnerProfile(partner(), person.profileId);
      expect(reasons).to.deep.equal(['identity_not_on_portrait_side']);
    },
  );

  const analyzed = async (said: string) => {
    const person = await newPerson(partner(), 'approve');
    await performStep(person, 'consent', 'td3-valid');
    const form = new FormData();
    form.append('profile_id', person.profileId);
    form.append('document_front', front, 'front.jpg');
    form.append('document_back', blob(await photoOfBack({ text: said, degrees: 90, scale })), 'back.jpg');
    const { baseUrl, token } = partner();
    const ask = { method: 'POST', path: '/api/ai/document-analysis', token, form } as const;
    const { barcode } = readReply(Analysis, await sendRequest(baseUrl, ask));
    // The second analysis answers the stored reading.
    expect(readReply(Analysis, await sendRequest(baseUrl, ask)).barcode).to.deep.equal(barcode);
    return barcode;
  };

  it('sees the barcode in the analysis', async () => {
    const { documentType, issuingJurisdiction, ...facts } = factsOf(aCard(), 'US-VA');
    expect(await analyzed(text)).to.deep.equal({
      state: 'parsed',
      ...facts,
      issuing_jurisdiction: issuingJurisdiction,
      document_type: documentType,
    });
  });

  inFull('may show a barcode of another standard, whatever characters are in it', async () => {
    const every = String.fromCharCode(...Array.from({ length: 256 }, (__, code) => code));
    expect(await analyzed(every)).to.deep.equal({ state: 'unknown' });
  });
});
