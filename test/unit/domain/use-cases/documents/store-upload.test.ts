import { memoryMediaNormalizer } from '@portcullis/adapter-memory';
import type { MediaNormalizer } from '@portcullis/domain';
import type { UploadOwner } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustSucceed } from '../../../../support/run.ts';
import { aConsentingPerson, aService, personActions, stored } from '../../../../support/services/memory-service.ts';

describe('a photo that is uploaded', () => {
  it('is prepared for its profile and its tenant, whoever sends it and by whichever request', async () => {
    const owners: UploadOwner[] = [];
    const plain = memoryMediaNormalizer();
    const media: MediaNormalizer = {
      normalize: (part, bytes, owner) => {
        owners.push(owner);
        return plain.normalize(part, bytes, owner);
      },
    };
    const service = aService({ media });
    const person = await aConsentingPerson(service);
    const image = { bytes: tinyJpeg() };
    await mustSucceed(personActions(person).patch({ files: [{ kind: 'document_front', ...image }] }));
    await mustSucceed(
      service.analyze({ caller: person.caller, profileId: person.id, front: image, back: null, hints: {} }),
    );
    const { id: profileId, tenant } = await stored(service, person.id);
    expect(owners).to.deep.equal([
      { profileId, tenant },
      { profileId, tenant },
    ]);
  });
});
