import { createHash } from 'node:crypto';
import { verifyChain } from '@portcullis/domain';
import { saltedDigest } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { passportLines, printedFields } from '../../../support/builders/readings.ts';
import { tinyJpeg } from '../../../support/images/tiny-jpeg.ts';
import { mustSucceed } from '../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  ledgerOf,
  partner,
  personActions,
  stored,
} from '../../../support/services/memory-service.ts';

const claimed = {
  full_name: 'Anna Maria Eriksson',
  first_name: 'Anna Maria',
  last_name: 'Eriksson',
  date_of_birth: '1974-08-12',
  document_number: 'L898902C3',
  country: 'UTO',
  email: 'anna.canary@example.com',
  phone: '+46700000017',
  address: 'Canary Lane 1',
  gender: 'female',
};

/** The same as a caller of the use cases names it. */
const { country, email, phone, address, gender } = claimed;
const given = {
  fullName: claimed.full_name,
  firstName: claimed.first_name,
  lastName: claimed.last_name,
  dateOfBirth: claimed.date_of_birth,
  documentNumber: claimed.document_number,
  country,
  email,
  phone,
  address,
  gender,
};

/** These values must not be found in plaintext, however they are written. */
const canaries = [
  'eriksson',
  'anna',
  'maria',
  'l898902c3',
  'ze184226b',
  '1974-08-12',
  '740812',
  '2032-04-15',
  '320415',
  'canary',
  '46700000017',
  'uto',
  'female',
  'sim-canary-event',
  'simvi',
  'secret-value',
  'customer-1',
];

/** A complete journey: claims, a device, images, a retried face check, and the decision. */
const journey = async () => {
  const service = aService({
    scenario: 'retry_liveness_then_approve',
    reading: {
      mrzLines: passportLines({ optional: 'ZE184226B' }),
      fields: { ...printedFields(passportLines()), last_name: { value: 'Eriksson', confidence: 1 } },
    },
  });
  const person = await aPerson(service, { claimed: given, metadata: { ref: 'secret-value' } });
  await mustSucceed(personActions(person).consent());
  const change = { claimed: { address: 'Canary Lane 2' }, metadata: { ref: 'secret-value-2' }, files: [] };
  await mustSucceed(service.update({ caller: partner, id: person.id, expectedVersion: null, patch: change }));
  await mustSucceed(personActions(person).patch({ device: { eventId: 'sim-canary-event' }, language: 'sv' }));
  await mustSucceed(personActions(person).analyze(tinyJpeg()));
  await completeLiveness(person);
  await completeLiveness(person);
  return { profile: await stored(service, person.id), ledger: await ledgerOf(service, person.id), service };
};

describe('the ledger of a complete journey', () => {
  it('contains no personal data in plaintext', async () => {
    const { profile, ledger } = await journey();
    expect(profile.status).to.equal('approved');
    const text = JSON.stringify(ledger).toLowerCase();
    expect(canaries.filter((canary) => text.includes(canary))).to.deep.equal([]);
    const row = JSON.stringify(profile).toLowerCase();
    expect(canaries.filter((canary) => !row.includes(canary) && canary !== '2032-04-15')).to.deep.equal([]);
  });

  it('contains neither the salt, nor a digest that could be made without it', async () => {
    const { profile, ledger } = await journey();
    const text = JSON.stringify(ledger);
    const plain = [
      ...Object.values(claimed),
      ...profile.evidence.flatMap((e) => (e.kind === 'file' ? [e.file.sha256] : [])),
    ];
    const unsalted = plain.flatMap((value) => [value, createHash('sha256').update(value).digest('hex')]);
    expect([profile.salt, ...unsalted].filter((secret) => text.includes(secret))).to.deep.equal([]);
  });

  it('contains a digest of the claimed data that can be verified with the salt', async () => {
    const { profile, ledger } = await journey();
    const later = { ...claimed, address: 'Canary Lane 2' };
    const fields = Object.keys(claimed).sort();
    expect(ledger[0]?.data['claimed']).to.deep.equal({ fields, digest: saltedDigest(profile.salt, claimed) });
    expect(ledger.find(({ type }) => type === 'claimed.updated')?.data).to.deep.equal({
      fields,
      digest: saltedDigest(profile.salt, later),
      attempt: 1,
    });
  });

  it('is valid, and contains the whole history in order', async () => {
    const { profile, ledger } = await journey();
    expect(verifyChain(profile.id, ledger, profile)).to.deep.equal({
      ok: true,
      seq: profile.version,
      hash: profile.ledgerHead,
      status: 'approved',
    });
    expect(ledger.map(({ actor, to, type }) => `${actor.type} ${type}${to ? ` -> ${to}` : ''}`)).to.deep.equal([
      'machine created -> created',
      'flow flow_opened -> in_progress',
      'flow consent.granted',
      'machine profile.updated',
      'machine claimed.updated',
      'flow profile.updated',
      'flow device.event_named',
      'flow device.inspected',
      'flow file.added',
      'system document.read',
      'flow liveness.session_opened',
      'system file.added',
      'system liveness.result',
      'system submitted -> processing',
      'system face.compared',
      'system history.looked_up',
      'system checks_completed -> requires_input',
      'flow liveness.session_opened',
      'system file.added',
      'system liveness.result',
      'system evidence_added -> in_progress',
      'system submitted -> processing',
      'system face.compared',
      'system history.looked_up',
      'system checks_completed -> approved',
    ]);
  });
});
