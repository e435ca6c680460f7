import { checkNames } from '@portcullis/domain/checks';
import { deviceSignalRows } from '@portcullis/domain/documents';
import { expect } from 'chai';
import { shippedSources } from '../support/repository/source.ts';

/** Answers the shipped files that name at least so many of the words. */
const filesNaming = (words: readonly string[], atLeast: number): readonly string[] =>
  shippedSources()
    .filter(({ text }) => words.filter((word) => new RegExp(`\\b${word}\\b`).test(text)).length >= atLeast)
    .map(({ path }) => path)
    .toSorted();

describe('docs/architecture.md, about what lists the things of one kind', () => {
  it('names every file that lists the checks', () => {
    expect(filesNaming(checkNames, checkNames.length - 3)).to.deep.equal([
      'packages/domain/src/checks/registry.ts',
      'packages/domain/src/policy/check-names.ts',
      'packages/domain/src/policy/standard-policy.ts',
      'packages/explain/src/checks/check-twins.ts',
    ]);
  });

  it('names every file that lists the device signals', () => {
    const names = deviceSignalRows.map(({ name }) => name);
    expect(filesNaming(names, names.length - 3)).to.deep.equal([
      'packages/adapters/fingerprint/src/event-signals.ts',
      'packages/domain/src/evidence/device-signals.ts',
      'packages/simulator/src/fingerprint-event.ts',
    ]);
  });

  it('names every file that lists the settings of a partner', () => {
    expect(filesNaming(['language', 'metadata', 'redirectUrl|redirect_url'], 3)).to.deep.equal([
      'packages/domain/src/profile/partner-settings.ts',
      'packages/domain/src/serialization/profile-codec.ts',
      'packages/http/src/openapi/examples/profile-examples.ts',
      'packages/http/src/routes/partner-settings.ts',
    ]);
  });
});
