import { expect } from 'chai';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import { consentingPerson, partner, stored } from '../../../../support/services/memory-service.ts';

describe('a file that is downloaded', () => {
  it('is an outage when its bytes are not those that the profile knows', async () => {
    const { patch, person, service } = await consentingPerson();
    await mustSucceed(patch({ files: [{ kind: 'document_front', bytes: tinyJpeg() }] }));
    const { evidence } = await stored(service, person.id);
    const [fileId = ''] = evidence.flatMap((item) => (item.kind === 'file' ? [item.file.id] : []));
    const input = { caller: partner, id: person.id, fileId };
    const download = async () => (await mustSucceed(service.read(input))).content;
    expect((await mustSucceed(await download())).bytes).to.deep.equal(tinyJpeg());
    for (const bytes of service.records.tables.bytes.values()) bytes.reverse();
    expect(await mustFail(await download())).to.include({ _tag: 'Unavailable', service: 'files' });
  });
});
