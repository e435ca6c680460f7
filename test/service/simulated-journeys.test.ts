import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyReading, type Scenario, type ScenarioName, scenarioNames, scenarios } from '@portcullis/adapter-memory';
import type { Profile, Step } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { tinyJpeg } from '../support/images/tiny-jpeg.ts';
import { mustSucceed } from '../support/run.ts';
import { aService, create, partner } from '../support/services/memory-service.ts';

const Specimens = t.array(
  t.intersection([t.type({ name: t.string }), t.partial({ lines: t.union([t.null, t.array(t.string)]) })]),
);
const specimens: unknown = JSON.parse(
  readFileSync(join(process.cwd(), 'test/fixtures/specimens/specimens.json'), 'utf8'),
);

const linesOf = (document: string): readonly string[] => {
  const lines = Specimens.is(specimens) ? specimens.find(({ name }) => name === document)?.lines : null;
  if (!lines) throw new Error(`no specimen with a zone is named ${document}`);
  return lines;
};

/** One person who plays one scenario. */
const playScenario = async (name: ScenarioName) => {
  const scenario: Scenario = scenarios[name];
  const mrzLines = linesOf(scenario.document);
  const sides = { front: { fields: {}, mrzLines, barcode: null }, back: null };
  const world = aService({
    scenario: name,
    reading: { ...emptyReading, documentType: 'passport', mrzLines, signals: [], sides },
  });
  const { id } = (await mustSucceed(create(world))).view.profile;
  const profile = (): Promise<Profile> => mustSucceed(world.profiles.getAny(id));
  const patch = (change: object) =>
    mustSucceed(world.update({ caller: partner, id, expectedVersion: null, patch: { files: [], ...change } }));

  /** Answers the steps that the liveness result requests again. */
  const checkLiveness = async (): Promise<readonly string[]> => {
    const challenge = 'movement_and_light';
    const session = await mustSucceed(world.openSession({ caller: partner, profileId: id, challenge }));
    for (;;) {
      const result = await mustSucceed(world.readResult({ caller: partner, sessionId: session.sessionId }));
      if (result.live !== null || !['created', 'in_progress'].includes(result.status)) return result.reasons;
      world.clock.advance(1000);
    }
  };
  const supply: Readonly<Record<Step, () => Promise<readonly string[]>>> = {
    consent: async () => (await patch({ consent: { textVersion: '1', locale: 'en', granted: true } })) && [],
    document_front: async () => (await patch({ files: [{ kind: 'document_front', bytes: tinyJpeg() }] })) && [],
    document_back: async () => (await patch({ files: [{ kind: 'document_back', bytes: tinyJpeg() }] })) && [],
    device: async () => (await patch({ device: { eventId: 'sim-1' } })) && [],
    liveness: checkLiveness,
  };
  const round = async (steps: readonly Step[]): Promise<readonly string[]> => {
    let told: readonly string[] = [];
    for (const step of steps) told = await supply[step]();
    for (let sweeps = 0; (await profile()).status === 'processing' && sweeps < 10; sweeps += 1) {
      world.clock.advance(60_000);
      await mustSucceed(world.sweep());
    }
    return (await profile()).status === 'requires_input' ? (await profile()).statusReasons : told;
  };
  return { scenario, profile, round };
};

describe('a scenario under the standard policy', () => {
  for (const name of scenarioNames) {
    it(`called ${name} ends with the status ${scenarios[name].expected.status}`, async () => {
      const { scenario, profile, round } = await playScenario(name);
      const { steps, retries, status, reasons } = scenario.expected;
      let told = await round(steps);
      for (const retry of retries) {
        expect((await profile()).status).to.be.oneOf(['requires_input', 'in_progress']);
        expect(told).to.deep.equal(retry.reasons);
        if ((await profile()).status === 'requires_input')
          expect((await profile()).askedSteps).to.deep.equal(retry.steps);
        told = await round(retry.steps);
      }
      expect({ status: (await profile()).status, reasons: (await profile()).statusReasons }).to.deep.equal({
        status,
        reasons,
      });
    });
  }

  it('costs no attempt when a session expired or yielded no picture, and one when it failed', async () => {
    const attemptAfter = async (name: ScenarioName): Promise<number> => {
      const { scenario, profile, round } = await playScenario(name);
      for (const steps of [scenario.expected.steps, ...scenario.expected.retries.map((retry) => retry.steps)]) {
        await round(steps);
      }
      return (await profile()).attempt.number;
    };
    expect(await attemptAfter('liveness_session_expired_then_approve')).to.equal(1);
    expect(await attemptAfter('liveness_no_reference_then_approve')).to.equal(1);
    expect(await attemptAfter('provider_down_then_up')).to.equal(1);
    expect(await attemptAfter('provider_down')).to.equal(1);
    expect(await attemptAfter('retry_liveness_then_approve')).to.equal(2);
    expect(await attemptAfter('decline_attempts_exhausted')).to.equal(3);
  });
});
