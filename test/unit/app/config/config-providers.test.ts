import { expect } from 'chai';
import { complete, configOf, faultsOf, type Variables } from '../../../support/builders/configurations.ts';

const without = (...beginnings: readonly string[]): Variables =>
  Object.fromEntries(
    Object.keys(complete)
      .filter((name) => beginnings.some((beginning) => name.startsWith(beginning)))
      .map((name) => [name, undefined]),
  );

const noFaces = { LIVENESS_PROVIDER: 'none', FACE_PROVIDER: 'none' };

describe('the configuration of chosen providers', () => {
  it('requires the variables of a provider exactly when something that is chosen uses it', () => {
    const rows: readonly (readonly [Variables, readonly string[]])[] = [
      [noFaces, ['CLOUD_']],
      [{ DOCUMENT_READER: 'local' }, ['AI_']],
      [{ DOCUMENT_READER: 'local', AI_PROVIDER: 'none' }, ['AI_']],
      [{ DEVICE_PROVIDER: 'none' }, ['FINGERPRINT_']],
      [{ ...noFaces, DOCUMENT_READER: 'local', DEVICE_PROVIDER: 'none' }, ['CLOUD_', 'AI_', 'FINGERPRINT_']],
    ];
    for (const [chosen, unused] of rows) {
      expect(faultsOf({ ...without(...unused), ...chosen })).to.deep.equal([]);
      const missing = faultsOf({ ...without('CLOUD_', 'AI_', 'FINGERPRINT_'), ...chosen }).map(({ name }) => name);
      const used = Object.keys(without('CLOUD_', 'AI_', 'FINGERPRINT_'));
      expect(missing).to.deep.equal(used.filter((name) => !unused.some((beginning) => name.startsWith(beginning))));
    }
  });

  it('has no account at a vendor that nothing uses, although its variables are set', () => {
    const { ai, cloud, fingerprint } = configOf({ ...noFaces, DOCUMENT_READER: 'local', DEVICE_PROVIDER: 'none' });
    expect([ai, cloud, fingerprint]).to.deep.equal([null, null, null]);
    expect(configOf({ FACE_PROVIDER: 'none' }).cloud).to.include({ region: 'eu-west-1' });
  });

  it('refuses what does not go together, and nothing of a vendor that is not used', () => {
    expect(faultsOf({ ...without('CLOUD_'), LIVENESS_PROVIDER: 'none' })).to.deep.equal([
      {
        name: 'FACE_PROVIDER',
        rule: 'must be none where LIVENESS_PROVIDER is: faces are compared with the picture of a liveness session',
      },
    ]);
    for (const DOCUMENT_READER of ['ai', 'both', undefined])
      expect(faultsOf({ ...without('AI_'), AI_PROVIDER: 'none', DOCUMENT_READER })).to.deep.equal([
        { name: 'DOCUMENT_READER', rule: 'must be local where AI_PROVIDER is none: nobody else would read' },
      ]);
    expect(faultsOf({ DEVICE_PROVIDER: 'none', FINGERPRINT_PUBLIC_KEY: 'aKey1' })).to.deep.equal([]);
  });

  it('says each fault of a required variable once', () => {
    expect(faultsOf({ CLOUD_REGION: 'europe' })).to.deep.equal([
      { name: 'CLOUD_REGION', rule: 'must be a region such as eu-west-1' },
    ]);
  });
});
