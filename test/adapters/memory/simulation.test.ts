import {
  isScenarioName,
  scenarioByName,
  scenarioList,
  scenarioNames,
  scenarios,
  simulatedCredentials,
  simulatedDevices,
  simulatedFaces,
  simulatedLiveness,
} from '@portcullis/adapter-memory';
import { notFound, TE, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import sharp from 'sharp';
import { judged } from '../../support/builders/comparisons.ts';
import { aSimulation } from '../../support/builders/simulations.ts';
import { tinyJpeg } from '../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };
const open = { call, challenge: 'movement_and_light', requestToken: 'a' } as const;

describe('the table of scenarios', () => {
  it('has the scenarios that the sandbox promises', () => {
    expect(scenarioNames).to.include.members([
      'approve',
      'decline_face_mismatch',
      'review_face_borderline',
      'review_two_people_on_document',
      'retry_liveness_then_approve',
      'liveness_session_expired_then_approve',
      'liveness_no_reference_then_approve',
      'decline_liveness_attack',
      'decline_attempts_exhausted',
      'device_shared',
      'device_bot',
      'device_replayed',
      'provider_down_then_up',
      'provider_down',
      'decline_underage',
    ]);
  });

  it('plays approve when no scenario was chosen, and for a name that is not in the table', () => {
    for (const name of [null, '', 'no_such_scenario', '__proto__', 'constructor', 'toString', 'APPROVE']) {
      expect(scenarioByName(name), String(name)).to.equal(scenarios.approve);
      expect(name !== null && isScenarioName(name)).to.equal(false);
    }
  });

  it('tells clients the name, the description and the document of each scenario, and no outcome', () => {
    expect(scenarioList.map(({ name }) => name)).to.deep.equal(scenarioNames);
    for (const told of scenarioList) expect(Object.keys(told)).to.deep.equal(['name', 'description', 'document']);
  });
});

describe('the simulated providers', () => {
  it('answer as for approve when no scenario was chosen', async () => {
    const faces = simulatedFaces(aSimulation(null));
    const comparison = await mustSucceed(faces.compare({ call, reference: tinyJpeg(), document: tinyJpeg() }));
    expect(comparison.documentFace).to.have.keys('left', 'top', 'width', 'height');
    expect(judged(comparison)).to.deep.equal(scenarios.approve.faces);
  });

  it('answer Unavailable with their own service when the profile or its store cannot be reached', async () => {
    const causes = [notFound, unavailable('database', 'down')];
    for (const cause of causes) {
      const simulation = { ...aSimulation(null), scenarioOf: () => TE.left(cause) };
      const images = { reference: tinyJpeg(), document: tinyJpeg() };
      const failures = [
        await mustFail(simulatedLiveness(simulation).open(open)),
        await mustFail(simulatedFaces(simulation).compare({ call, ...images })),
        await mustFail(simulatedDevices(simulation).inspect({ call, eventId: 'sim-1' })),
      ];
      expect(failures).to.deep.equal([
        unavailable('liveness', cause),
        unavailable('faces', cause),
        unavailable('device', cause),
      ]);
    }
  });

  it('name sessions by version 4 UUIDs', async () => {
    const liveness = simulatedLiveness(aSimulation('approve'));
    for (let i = 0; i < 50; i += 1) {
      const { sessionId } = await mustSucceed(liveness.open({ ...open, requestToken: `t${i}` }));
      expect(sessionId).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it('play a second attempt as a second one also after a restart', async () => {
    const later = { ...open, call: { ...call, attempt: 2 } };
    const liveness = simulatedLiveness(aSimulation('retry_liveness_then_approve'));
    const { sessionId } = await mustSucceed(liveness.open(later));
    expect(await mustSucceed(liveness.read({ call: later.call, sessionId }))).to.include({ confidence: 97.4 });
  });

  it('play each profile from its beginning', async () => {
    const liveness = simulatedLiveness(aSimulation('retry_liveness_then_approve'));
    for (const profileId of ['abc000000000001', 'abc000000000002']) {
      const mine = { ...open, call: { profileId, attempt: 1 }, requestToken: profileId };
      const { sessionId } = await mustSucceed(liveness.open(mine));
      expect(await mustSucceed(liveness.read({ call: mine.call, sessionId }))).to.include({ confidence: 52.1 });
    }
  });

  it('answer a reference image that decodes and that nobody else can change', async () => {
    const liveness = simulatedLiveness(aSimulation('approve'));
    const { sessionId } = await mustSucceed(liveness.open(open));
    const image = async (): Promise<Uint8Array> => {
      const result = await mustSucceed(liveness.read({ call, sessionId }));
      if (result.status !== 'succeeded' || result.referenceImage === null) throw new Error('there is no image');
      return result.referenceImage;
    };
    const first = await image();
    const { format, width, height } = await sharp(first, { failOn: 'warning' }).metadata();
    expect({ format, width, height }).to.deep.equal({ format: 'jpeg', width: 96, height: 96 });
    await sharp(first, { failOn: 'warning' }).raw().toBuffer();
    first.fill(0);
    expect((await image())[0]).to.equal(0xff);
  });

  it('find no face on an image without bytes, whatever the scenario says', async () => {
    const faces = simulatedFaces(aSimulation('approve'));
    const none = new Uint8Array(0);
    expect(await mustSucceed(faces.compare({ call, reference: none, document: tinyJpeg() }))).to.deep.equal({
      outcome: 'no_face_in_selfie',
      similarity: null,
    });
    expect(await mustSucceed(faces.compare({ call, reference: tinyJpeg(), document: none }))).to.deep.equal({
      outcome: 'no_face_on_document',
      similarity: null,
    });
  });

  it('count outages for each profile separately', async () => {
    const devices = simulatedDevices(aSimulation('provider_down_then_up'));
    const inspect = (profileId: string) => devices.inspect({ call: { profileId, attempt: 1 }, eventId: 'sim-1' });
    await mustFail(inspect('abc000000000001'));
    await mustFail(inspect('abc000000000002'));
    expect(await mustSucceed(inspect('abc000000000001'))).to.include({ linkedId: 'abc000000000001' });
  });

  it('mark their credentials as simulated', async () => {
    const issued = await mustSucceed(simulatedCredentials(aSimulation(null)).issue(call));
    expect(issued['access_key_id']).to.match(/SIMULATED/);
    expect(issued['secret_access_key']).to.match(/^simulated\//);
    expect(issued['session_token']).to.match(/^simulated\//);
  });

  it('evict the oldest sessions instead of growing without bound', async () => {
    const liveness = simulatedLiveness(aSimulation('approve'));
    const first = await mustSucceed(liveness.open({ ...open, requestToken: 'first' }));
    const second = await mustSucceed(liveness.open({ ...open, requestToken: 'second' }));
    for (let i = 0; i < 9_999; i += 1) await mustSucceed(liveness.open({ ...open, requestToken: `t${i}` }));
    expect(await mustFail(liveness.read({ call, sessionId: first.sessionId }))).to.deep.equal({ _tag: 'NotFound' });
    expect(await mustSucceed(liveness.read({ call, sessionId: second.sessionId }))).to.have.property(
      'status',
      'succeeded',
    );
  });
});
