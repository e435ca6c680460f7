import { checkNames } from '@portcullis/domain/checks';
import { deviceSignalRows } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { textOf } from '../support/repository/files.ts';
import { shippedSources } from '../support/repository/source.ts';

/** Answers the shipped files that name at least so many of the words; the contracts are tests. */
const filesNaming = (words: readonly string[], atLeast: number): readonly string[] =>
  shippedSources()
    .filter(({ path }) => !path.startsWith('packages/contracts/'))
    .filter(({ text }) => words.filter((word) => new RegExp(`\\b${word}\\b`).test(text)).length >= atLeast)
    .map(({ path }) => path)
    .toSorted();

const page = textOf('docs/architecture.md');

/** Expects that exactly these files name so many of the words, and that the page names each of them. */
const expectFiles = (paths: readonly string[], words: readonly string[], atLeast: number): void => {
  expect(filesNaming(words, atLeast)).to.deep.equal(paths);
  for (const path of paths) expect(page.includes(`\`${path}\``), path).to.equal(true);
};

describe('docs/architecture.md, about what lists the things of one kind', () => {
  it('names every file that lists the checks', () => {
    expectFiles(
      [
        'packages/domain/src/checks/registry.ts',
        'packages/domain/src/policy/check-names.ts',
        'packages/domain/src/policy/standard-policy.ts',
        'packages/explain/src/checks/check-twins.ts',
      ],
      checkNames,
      checkNames.length - 3,
    );
  });

  it('names every file that lists the device signals', () => {
    const names = deviceSignalRows.map(({ name }) => name);
    expectFiles(
      [
        'packages/adapters/fingerprint/src/event-signals.ts',
        'packages/domain/src/evidence/device-signals.ts',
        'packages/simulator/src/fingerprint-event.ts',
      ],
      names,
      names.length - 3,
    );
  });

  it('names every file that lists the settings of a partner', () => {
    expectFiles(
      [
        'packages/domain/src/profile/partner-settings.ts',
        'packages/domain/src/serialization/profile-codec.ts',
        'packages/domain/src/use-cases/access/input-codecs.ts',
        'packages/http/src/descriptions/examples/profile-examples.ts',
        'packages/http/src/descriptions/texts/profile-texts.ts',
        'packages/http/src/descriptions/texts/request-texts.ts',
        'packages/http/src/responses/profile-body.ts',
        'packages/http/src/responses/redacted-bodies.ts',
        'packages/http/src/routes/partner-settings.ts',
      ],
      ['language', 'metadata', 'redirectUrl|redirect_url'],
      3,
    );
  });
});

/** The table of the page that says what is judged of a device event. */
const judged = (): string =>
  textOf('docs/vendors/device-check.md').split('## What is judged')[1]?.split('\n## ')[0] ??
  expect.fail('no such part');

describe('docs/vendors/device-check.md, about what is judged', () => {
  it('has the reason of every device signal', () => {
    const missing = deviceSignalRows.filter(({ reason }) => !judged().includes(`\`${reason}\``));
    expect(missing.map(({ name }) => name)).to.deep.equal([]);
  });

  it('has every field of a vendor’s event from which a signal is made', () => {
    const source = textOf('packages/adapters/fingerprint/src/event-signals.ts');
    const fields = [...source.matchAll(/\bevent\.([a-z_]+(?:\?\.[a-z_]+)*)/g)].map(([, path = '']) =>
      path.replaceAll('?', ''),
    );
    expect(fields.length).to.be.at.least(18);
    expect(fields.filter((field) => !judged().includes(`\`${field}`))).to.deep.equal([]);
  });
});
