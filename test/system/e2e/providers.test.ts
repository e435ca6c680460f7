import { scenarios } from '@portcullis/adapter-memory';
import { t } from '@portcullis/domain/kernel';
import { type Simulator, startSimulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { aPolicy } from '../../support/builders/policies.ts';
import { jsonOf, performStep, type Reply, readReply, sendRequest } from '../../support/clients/api-client.ts';
import { newPerson, type PartnerClient, partnerProfile } from '../../support/clients/journey.ts';
import { isFullEffort } from '../../support/effort.ts';
import { storesOn } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import type { DatabaseServer } from '../../support/servers/database-server.ts';
import { vendorsAt } from '../../support/servers/production.ts';
import type { Program } from '../../support/servers/program.ts';
import {
  environmentOn,
  linesOf,
  listenerUrl,
  machineToken,
  startService,
  type Variables,
} from '../../support/servers/service-program.ts';
import { startDatabaseServer } from '../../support/servers/start-database.ts';

/** What is chosen of each kind. */
type Choice = {
  readonly liveness: 'aws' | 'none';
  readonly faces: 'aws' | 'none';
  readonly ai: 'anthropic' | 'none';
  readonly reader: 'ai' | 'local' | 'both';
  readonly devices: 'fingerprint' | 'none';
};

const choices: readonly Choice[] = (['aws', 'none'] as const).flatMap((liveness) =>
  (['aws', 'none'] as const).flatMap((faces) =>
    (['anthropic', 'none'] as const).flatMap((ai) =>
      (['ai', 'local', 'both'] as const).flatMap((reader) =>
        (['fingerprint', 'none'] as const).map((devices) => ({ liveness, faces, ai, reader, devices })),
      ),
    ),
  ),
);

const withoutModel = 'DOCUMENT_READER must be local where AI_PROVIDER is none';
const withoutSession = 'FACE_PROVIDER must be none where LIVENESS_PROVIDER is';

/** The sentences with which the configuration refuses a choice. */
const refusals = ({ ai, faces, liveness, reader }: Choice): readonly string[] => [
  ...(liveness === 'none' && faces === 'aws' ? [withoutSession] : []),
  ...(ai === 'none' && reader !== 'local' ? [withoutModel] : []),
];

/** What `standard` lacks: it requires a face, and a device is optional. */
const lacking = ({ faces, liveness }: Choice): string | null => {
  if (liveness === 'none') return 'liveness needs LIVENESS_PROVIDER, face_match needs LIVENESS_PROVIDER';
  return faces === 'none' ? 'face_match needs FACE_PROVIDER' : null;
};

/** In a quick run as few as show each refusal, and each way to a decision. */
const quick: readonly Choice[] = [
  { liveness: 'none', faces: 'none', ai: 'none', reader: 'local', devices: 'none' },
  { liveness: 'aws', faces: 'none', ai: 'anthropic', reader: 'ai', devices: 'fingerprint' },
  { liveness: 'aws', faces: 'aws', ai: 'anthropic', reader: 'ai', devices: 'none' },
];
const played = isFullEffort ? choices.filter((choice) => refusals(choice).length === 0) : quick;
const refused = isFullEffort
  ? choices.filter((choice) => refusals(choice).length > 0)
  : choices.filter((choice) => refusals(choice).length === 2).slice(0, 1);

const named = (choice: Choice): string => Object.values(choice).join(', ');

/** The accounts of the vendors that a choice uses, and of no other. */
const accounts = ({ ai, devices, liveness, reader }: Choice, url: string): Variables => {
  const all = { CLOUD_REGION: 'eu-west-1', ...vendorsAt(url) };
  const isUsed = (name: string): boolean => {
    if (name.startsWith('CLOUD_')) return liveness === 'aws';
    if (name.startsWith('FINGERPRINT_')) return devices === 'fingerprint';
    // The stand-in of the model says that specimens are accepted.
    return name === 'AI_ENDPOINT_URL' || (ai === 'anthropic' && reader !== 'local');
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => isUsed(name)));
};

const vendorNames = ['CLOUD_', 'AI_', 'FINGERPRINT_'];

const environmentWith = (database: Variables, choice: Choice, url: string): Variables => ({
  ...Object.fromEntries(
    Object.entries(environmentOn(database)).filter(([name]) => !vendorNames.some((one) => name.startsWith(one))),
  ),
  JWT_CLIENT_SCOPES: 'profiles:read,profiles:write,reviews:write,health:read',
  LIVENESS_PROVIDER: choice.liveness,
  FACE_PROVIDER: choice.faces,
  AI_PROVIDER: choice.ai,
  DOCUMENT_READER: choice.reader,
  DEVICE_PROVIDER: choice.devices,
  ...accounts(choice, url),
});

const { document } = scenarios.approve;

/** A reviewer looks at what nobody else does: the face is no step that must be done. */
const byReviewer = aPolicy({
  id: 'by-reviewer',
  steps: ['consent', 'document_front'],
  optionalSteps: ['liveness', 'document_back', 'device'],
  biometricOverride: ['liveness', 'face_match'],
});

const Health = t.type({ status: t.string, checks: t.UnknownRecord });
const Settings = t.type({ face_check: t.boolean, providers: t.UnknownRecord });
const Proven = t.type({
  status: t.string,
  status_reasons: t.array(t.string),
  assurance: t.type({ liveness: t.boolean, face: t.boolean, without_provider: t.array(t.string) }),
});

describe('the choice of providers', function () {
  this.timeout(120_000);
  let simulator: Simulator;
  let database: DatabaseServer;
  let program: Program | null = null;

  before('start a database and the simulator', async () => {
    [simulator, database] = await Promise.all([
      startSimulator({ environment: 'test' }),
      startDatabaseServer('pocketbase'),
    ]);
  });
  after(async function () {
    this.timeout(15_000);
    await Promise.all([simulator.close(), database.close()]);
  });
  afterEach(async () => {
    program?.child.kill('SIGTERM');
    await program?.ended;
    await program?.remove();
    program = null;
    simulator.reset();
  });

  const start = (choice: Choice): Program => {
    program = startService(environmentWith(database.variables(), choice, simulator.url));
    return program;
  };

  for (const choice of refused)
    it(`is refused with its sentence: ${named(choice)}`, async () => {
      const { ended, printed } = start(choice);
      expect((await ended).code).to.equal(78);
      for (const sentence of refusals(choice)) expect(printed()).to.include(sentence);
      // It wants no variable of a vendor that it does not use.
      expect(printed()).not.to.include('Not set');
    });

  for (const choice of played.filter((one) => lacking(one) !== null))
    it(`is refused where the only policy lacks what is not chosen: ${named(choice)}`, async () => {
      const { ended, printed } = start(choice);
      expect((await ended).code).to.equal(78);
      expect(printed())
        .to.include('nobody can be approved')
        .and.match(/standard 1\+specimens, path document: /);
      expect(printed()).to.include(lacking(choice));
    });

  describe('with a policy that does without', () => {
    before(() => mustSucceed(storesOn(database.driver()).policyRepository.add(byReviewer, null)));

    for (const choice of played)
      it(`takes one person to a decision: ${named(choice)}`, async () => {
        const running = start(choice);
        const baseUrl = await listenerUrl(running, 'ready');
        const managementUrl = await listenerUrl(running, 'management_listening');
        const token = await machineToken(baseUrl);
        const ask = (path: string): Promise<Reply> => sendRequest(baseUrl, { path, token });
        const isWhole = lacking(choice) === null;
        expect(linesOf(running).some(({ event }) => event === 'policy_incomplete')).to.equal(!isWhole);

        const { devices, faces, liveness, reader } = choice;
        const chosen = { liveness, faces, devices, document_reader: reader };
        expect(readReply(Settings, await ask('/api/settings'))).to.deep.include({
          face_check: liveness === 'aws',
          providers: chosen,
        });
        const ready: unknown = await (await fetch(`${managementUrl}/readyz`)).json();
        expect(ready).to.deep.include({ status: 'ready', providers: chosen });
        const { checks, status } = readReply(Health, await ask('/'));
        expect([status, Object(checks['liveness']).name, Object(checks['fingerprint']).name]).to.deep.equal([
          'ok',
          liveness === 'aws' ? 'aws-rekognition' : 'none',
          devices,
        ]);

        simulator.script({ scenario: 'approve', event: { url: 'https://verify.example.com/verify' } });
        const partner: PartnerClient = { baseUrl, token, choose: () => (isWhole ? {} : { policy: 'by-reviewer' }) };
        const person = await newPerson(partner, 'approve');
        await performStep(person, 'consent', document);
        if (devices === 'fingerprint') await performStep(person, 'device', document);
        const last = isWhole ? 'liveness' : 'document_front';
        if (liveness === 'aws' && !isWhole) await performStep(person, 'liveness', document);
        if (isWhole) await performStep(person, 'document_front', document);
        await performStep(person, last, document);
        const profile = `/api/profiles/${person.profileId}`;
        const decided = async () => {
          let found = await partnerProfile(partner, person.profileId);
          while (found.status === 'processing') found = await partnerProfile(partner, person.profileId);
          return readReply(Proven, await ask(profile));
        };
        const missing = [
          ...(liveness === 'none' ? ['liveness'] : []),
          ...(liveness === 'aws' && faces === 'none' ? ['face_match'] : []),
        ];
        const found = await decided();
        expect(found.assurance).to.deep.include({ face: isWhole, without_provider: missing });
        expect([found.status, found.status_reasons.includes('provider_not_configured')]).to.deep.equal(
          isWhole ? ['approved', false] : ['in_review', true],
        );
        if (isWhole) return;
        const json = { event: 'review_approved', reviewer: { id: 'staff-0217' }, reason: 'seen', note: 'I know her.' };
        const path = `/api/status_history/${person.profileId}`;
        expect(jsonOf(await sendRequest(baseUrl, { method: 'POST', path, token, json }))).to.include({
          profile_status: 'approved',
        });
        const approved = await decided();
        expect([approved.status, approved.assurance.face]).to.deep.equal(['approved', false]);
        // Nobody was called who is not chosen.
        const asked = new Set(simulator.requests().map(({ vendor }) => vendor));
        expect(asked.has('anthropic')).to.equal(choice.ai === 'anthropic' && reader !== 'local');
      });
  });
});
