import { expect } from 'chai';
import { lackingProviders } from '#domain/checks/lacking-providers';
import { standard } from '../../../support/check-cases/check-case.ts';

describe('what keeps everybody from being approved without a provider', () => {
  const none = ['liveness', 'faces', 'device'] as const;

  it('is nothing where every provider is there, or where a check that lacks one is optional', () => {
    expect(lackingProviders(standard, [])).to.deep.equal([]);
    expect(lackingProviders(standard, ['device'])).to.deep.equal([]);
  });

  it('is each step that nobody can do, and each required check without a result', () => {
    const steps = [...standard.steps, 'device'] as const;
    const checks = { ...standard.checks, device: 'required' } as const;
    expect(lackingProviders({ ...standard, steps, checks }, none)).to.deep.equal([
      { of: 'liveness', provider: 'liveness' },
      { of: 'device', provider: 'device' },
      { of: 'liveness', provider: 'liveness' },
      { of: 'face_match', provider: 'liveness' },
      { of: 'device', provider: 'device' },
    ]);
    expect(lackingProviders(standard, ['faces'])).to.deep.equal([{ of: 'face_match', provider: 'faces' }]);
  });

  it('is no check over which a reviewer may approve, but its step is', () => {
    const over = { ...standard, biometricOverride: ['liveness', 'face_match'] } as const;
    expect(lackingProviders(over, none)).to.deep.equal([{ of: 'liveness', provider: 'liveness' }]);
    const steps = ['consent', 'document_front'] as const;
    expect(lackingProviders({ ...over, steps, optionalSteps: ['liveness'] }, none)).to.deep.equal([]);
  });
});
