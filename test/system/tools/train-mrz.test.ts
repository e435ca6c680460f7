import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { root } from '../../support/repository/files.ts';

/** What of `tools/mrz-network/learn.mjs` the test uses. */
type Pupil = {
  readonly input: Float32Array;
  readonly run: () => void;
  readonly states: readonly {
    readonly weights: Float32Array;
    readonly weightsGrad: Float32Array;
    readonly layer: { readonly to: number };
  }[];
};
type Learn = {
  readonly createPupil: (batch: number, height: number, width: number, random: () => number) => Pupil;
  readonly measureLoss: (
    pupil: Pupil,
    labels: Int32Array,
    classes: number,
    weightOf: () => number,
  ) => { readonly loss: number };
  readonly propagateBack: (pupil: Pupil) => void;
  readonly createAdam: (pupil: Pupil) => (rate: number) => void;
};

const { createAdam, createPupil, measureLoss, propagateBack }: Learn = await import(
  pathToFileURL(join(root, 'tools/mrz-network/learn.mjs')).href
);

const classes = 38;

/** A network of two small pictures of noise, what each of their frames shows, and the loss of what it makes of them. */
const createLesson = () => {
  let state = 1;
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const pupil = createPupil(2, 24, 32, random);
  for (let at = 0; at < pupil.input.length; at += 1) pupil.input[at] = random() * 2 - 1;
  const labels = Int32Array.from({ length: 16 }, (_, frame) => (frame % 3 === 0 ? -1 : (frame * 7) % classes));
  const lossNow = (): number => {
    pupil.run();
    return measureLoss(pupil, labels, classes, () => 1).loss;
  };
  return { pupil, lossNow };
};

describe('the training of the network that reads zones', () => {
  it('knows of every layer how the loss changes with a weight', () => {
    const { lossNow, pupil } = createLesson();
    lossNow();
    propagateBack(pupil);
    for (const { layer, weights, weightsGrad } of pupil.states)
      for (const at of [5, 2 * layer.to + 7, 4 * layer.to + 3]) {
        const gradient = weightsGrad[at] ?? 0;
        const weight = weights[at] ?? 0;
        const lossAt = (value: number): number => {
          weights[at] = value;
          return lossNow();
        };
        const measured = (lossAt(weight + 0.005) - lossAt(weight - 0.005)) / 0.01;
        weights[at] = weight;
        expect(measured).to.be.closeTo(gradient, 0.02 + 0.1 * Math.abs(gradient));
      }
  });

  it('learns two pictures by heart', () => {
    const { lossNow, pupil } = createLesson();
    const takeStep = createAdam(pupil);
    const before = lossNow();
    for (let step = 0; step < 60; step += 1) {
      lossNow();
      propagateBack(pupil);
      takeStep(0.003);
    }
    expect(before).to.be.above(3);
    expect(lossNow()).to.be.below(0.3);
  });
});
