import type { FlowSettings } from '@portcullis/client/flow';
import { expect } from 'chai';
import { openPage } from '#verify/flow/page';
import { theFlowSettings } from '../../../support/clients/flow-answers.ts';
import { ok, scriptedFlow, settled, still } from '../../../support/clients/scripted-flow.ts';

const names = new WeakMap<object, string>();
/** A picture of so many bytes, by a name. */
const blobOf = (name: string, bytes: number): Blob => {
  const blob = new Blob([new Uint8Array(bytes)]);
  names.set(blob, name);
  return blob;
};

describe('the page with stills of its camera', () => {
  /** What is sent of a photo of the front and one of the back, each with two frames. */
  const sentOf = async (uploads: Partial<FlowSettings['uploads']>) => {
    const settings = theFlowSettings();
    const { calls, service } = scriptedFlow({
      readSettings: async () => ok({ ...settings, uploads: { ...settings.uploads, ...uploads } }),
    });
    const page = openPage({ service, ...still });
    await settled();
    page.dispatch({ type: 'continued' });
    page.dispatch({ type: 'chose', choice: { type: 'id_card', country: null } });
    for (const side of ['f', 'b']) {
      page.dispatch({ type: 'continued' });
      const frames = [blobOf(`${side}1`, 30), blobOf(`${side}2`, 20)];
      page.dispatch({ type: 'took_photo', photo: blobOf(side, 10), frames });
      page.dispatch({ type: 'accepted_photo' });
    }
    await settled();
    const [, body] = calls.find(([name]) => name === 'analyzeDocumentWithFiles') ?? [];
    const files = Object.entries(Object(body)).filter(([, value]) => value instanceof Blob);
    return Object.fromEntries(files.map(([name, value]) => [name, names.get(Object(value))]));
  };

  const photos = { document_front: 'f', document_back: 'b' };

  it('sends the frames of its photos where the service makes use of them', async () => {
    expect(await sentOf({ frames: { per_side: 3, max_bytes: 1000 } })).to.deep.equal({
      ...photos,
      document_front_frame_1: 'f1',
      document_back_frame_1: 'b1',
      document_front_frame_2: 'f2',
      document_back_frame_2: 'b2',
    });
    expect(await sentOf({ frames: { per_side: 2, max_bytes: 1000 } })).to.deep.equal({
      ...photos,
      document_front_frame_1: 'f1',
      document_back_frame_1: 'b1',
    });
  });

  it('sends its photos alone where the service makes no use of frames, or does not say so', async () => {
    expect(await sentOf({ frames: { per_side: 1, max_bytes: 1000 } })).to.deep.equal(photos);
    expect(await sentOf({})).to.deep.equal(photos);
  });

  it('leaves out the frames that do not fit, and never a photo', async () => {
    const first = { ...photos, document_front_frame_1: 'f1' };
    expect(await sentOf({ frames: { per_side: 3, max_bytes: 59 } })).to.deep.equal({
      ...first,
      document_front_frame_2: 'f2',
    });
    expect(await sentOf({ frames: { per_side: 3, max_bytes: 0 } })).to.deep.equal(photos);
    const most = 4096 + 20 + 30;
    expect(await sentOf({ frames: { per_side: 3, max_bytes: 1000 }, max_request_bytes: most })).to.deep.equal(first);
    expect(await sentOf({ frames: { per_side: 3, max_bytes: 1000 }, max_request_bytes: 20 })).to.deep.equal(photos);
  });

  it('sends no frame of a photo in whose place a file was chosen', async () => {
    const settings = theFlowSettings();
    const frames = { per_side: 3, max_bytes: 1000 };
    const { calls, service } = scriptedFlow({
      readSettings: async () => ok({ ...settings, uploads: { ...settings.uploads, frames } }),
    });
    const page = openPage({ service, ...still });
    await settled();
    page.dispatch({ type: 'continued' });
    page.dispatch({ type: 'chose', choice: { type: 'passport', country: null } });
    page.dispatch({ type: 'continued' });
    page.dispatch({ type: 'took_photo', photo: blobOf('photo', 5), frames: [new Blob(['frame'])] });
    page.dispatch({ type: 'went_back' });
    const file = new Blob(['file']);
    page.dispatch({ type: 'took_photo', photo: file });
    page.dispatch({ type: 'accepted_photo' });
    await settled();
    expect(calls).to.deep.equal([
      ['analyzeDocumentWithFiles', { document_front: file, document_type_hint: 'passport' }],
    ]);
    expect(page.state().frames).to.deep.equal({ front: [], back: [] });
  });
});
