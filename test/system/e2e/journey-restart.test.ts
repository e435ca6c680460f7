import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@portcullis/cli';
import { expect } from 'chai';
import type { RunningSandbox } from '#cli/sandbox/sandbox';
import {
  type PersonClient,
  performStep,
  personClientAt,
  Result,
  readReply,
  Session,
  sendRequest,
} from '../../support/clients/api-client.ts';
import {
  newPerson,
  type PartnerClient,
  partnerProfile,
  sandboxScenario,
  wholeLedger,
} from '../../support/clients/journey.ts';
import { sharedAdapters } from '../../support/servers/shared-adapters.ts';

const partnerOf = ({ info }: RunningSandbox): PartnerClient => ({
  baseUrl: info.base_url,
  token: info.token,
  choose: sandboxScenario,
});

describe('a restart in the middle of a journey', function () {
  this.timeout(120_000);
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-restart-'));
  });
  let running: RunningSandbox | null = null;

  const start = async (): Promise<PartnerClient> => {
    running = await startSandbox({ folder, port: 0, shared: sharedAdapters() });
    return partnerOf(running);
  };
  const restart = async (): Promise<PartnerClient> => {
    await running?.stop();
    return start();
  };
  after('stop the sandbox', async () => {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Reads everything that the partner can see: the profile, its ledger and its photos. */
  const everything = async (partner: PartnerClient, id: string) => {
    const { files, ...profile } = await partnerProfile(partner, id);
    const photos = files.map((file) =>
      sendRequest(partner.baseUrl, { path: `/api/profiles/${id}/files/${file.id}`, token: partner.token }),
    );
    const bytes = (await Promise.all(photos)).map((photo) => photo.bytes);
    return { profile, files, bytes, ledger: await wholeLedger(partner, id) };
  };

  it('loses nothing, and the same link leads on to the decision', async () => {
    const first = await start();
    const person = await newPerson(first, 'approve');
    await performStep(person, 'consent', 'td3-valid');
    await performStep(person, 'document_front', 'td3-valid');
    const opened = await person.ask({ method: 'POST', path: '/api/face-liveness/session' });
    const { session_id: sessionId } = readReply(Session, opened, 201);
    const before = await everything(first, person.profileId);

    const second = await restart();
    expect(await everything(second, person.profileId)).to.deep.equal(before);

    const again: PersonClient = personClientAt(second.baseUrl, person.profileId, person.flowToken);
    // The simulated provider loses its sessions with its process, as a real one expires them after three minutes.
    const lost = readReply(Result, await again.ask({ path: `/api/face-liveness/results/${sessionId}` }));
    expect(lost.status).to.equal('expired');
    await performStep(again, 'liveness', 'td3-valid');
    const verdict = await partnerProfile(second, person.profileId);
    expect({ status: verdict.status, reasons: verdict.status_reasons }).to.deep.equal({
      status: 'approved',
      reasons: [],
    });

    const third = await restart();
    const after = await everything(third, person.profileId);
    expect(after.profile).to.deep.include({ status: 'approved', version: verdict.version });
    expect(after.ledger.slice(0, before.ledger.length)).to.deep.equal(before.ledger);
  });
});
