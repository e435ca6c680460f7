import { type Step, standardPolicy } from '@portcullis/domain';
import { type CheckName, checkModules, checkNames, checksOfStep } from '@portcullis/domain/checks';
import { steps } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { checksDependingOn, checksRejecting, rejectsStep } from '#domain/checks/registry';

describe('the registry of the checks', () => {
  it('has every module under its own name, in the order in which checks are shown', () => {
    expect(Object.entries(checkModules).map(([key, { name }]) => [key, name])).to.deep.equal(
      checkNames.map((name) => [name, name]),
    );
  });

  it('gives the standard policy its requirements', () => {
    expect(standardPolicy({ livenessThreshold: 75, specimens: false }).checks).to.deep.equal(
      Object.fromEntries(
        checkNames.flatMap((name) => {
          const { defaultRequirement } = checkModules[name];
          return defaultRequirement === null ? [] : [[name, defaultRequirement]];
        }),
      ),
    );
  });

  it('says which checks use the evidence of a step, whether they need it or not', () => {
    const ofDocuments = checkNames.filter((name) => name.startsWith('document_') || name === 'claimed_data');
    const expected: Readonly<Record<Step, readonly CheckName[]>> = {
      consent: ['liveness', 'face_match'],
      document_front: [...ofDocuments, 'face_match', 'duplicates', 'velocity'],
      document_back: [...ofDocuments, 'face_match', 'duplicates', 'velocity'],
      liveness: ['liveness', 'face_match'],
      device: ['device', 'duplicates', 'velocity'],
    };
    expect(Object.fromEntries(steps.map((step) => [step, checksOfStep(step)]))).to.deep.equal(expected);
  });

  it('has no check that a step rejects without being used by it', () => {
    const strangers = checkNames.flatMap((name) =>
      checkModules[name].steps.rejected
        .filter((step) => !checksOfStep(step).includes(name))
        .map((step) => [name, step]),
    );
    expect(strangers).to.deep.equal([]);
  });

  it('lists the checks that may reject one of some steps, in the order of the checks', () => {
    expect(checksRejecting([])).to.deep.equal([]);
    expect(checksRejecting(['consent'])).to.deep.equal([]);
    expect(checksRejecting(['device', 'liveness'])).to.deep.equal(['liveness', 'face_match', 'device']);
    for (const step of steps)
      expect(checksRejecting([step])).to.deep.equal(checkNames.filter((name) => rejectsStep({ name }, step)));
  });

  it('lists the checks of a provider in the order of the checks', () => {
    expect(checksDependingOn('liveness')).to.deep.equal(['liveness', 'face_match']);
    expect(checksDependingOn('faces')).to.deep.equal(['face_match']);
    expect(checksDependingOn('document_reader')).to.deep.equal(
      checkNames.filter((name) => name.startsWith('document_') || name === 'claimed_data'),
    );
  });
});
