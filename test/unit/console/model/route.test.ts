import { expect } from 'chai';
import { faceOn, portraitArea } from '#console/model/face-frames';
import { changeView, plainView } from '#console/model/picture-view';
import { picturesOf } from '#console/model/pictures';
import { fragmentOf, hasSignInFailed, readRoute } from '#console/model/route';
import type { FaceBox, Profile, StoredFile } from '#console/model/wire';
import { aProfileBody } from '../../../support/http/console-bodies.ts';

describe('the address of the console', () => {
  it('names a case by its id, and nothing else is taken for one', () => {
    expect(readRoute('#/cases/p7f2k9x0m4c8v1b')).to.deep.equal({ name: 'case', id: 'p7f2k9x0m4c8v1b' });
    for (const fragment of ['#/cases/', '#/cases/Erikson', '#/cases/p7f2k9x0m4c8v1b/x', '#/other', '#/webhooks/', '#x'])
      expect(readRoute(fragment), fragment).to.deep.equal({ name: 'unknown' });
    for (const fragment of ['', '#', '#/', '#/queue'])
      expect(readRoute(fragment), fragment).to.deep.equal({ name: 'queue' });
    expect(readRoute('#/search')).to.deep.equal({ name: 'search' });
  });

  it('says that a provider has led to no session, which is a place of its own as little as any other word', () => {
    expect(hasSignInFailed('#sign-in-failed')).to.equal(true);
    expect(['', '#/queue', '#sign-in-failed/x', '#/sign-in-failed'].filter(hasSignInFailed)).to.deep.equal([]);
    expect(readRoute('#sign-in-failed')).to.deep.equal({ name: 'queue' });
  });

  it('is read as it was written', () => {
    for (const route of [
      { name: 'queue' },
      { name: 'search' },
      { name: 'lists' },
      { name: 'policies' },
      { name: 'operations' },
      { name: 'webhooks' },
      { name: 'webhook', id: 'w4h8k2m6q0s5v9x' },
      { name: 'clients' },
      { name: 'access-log' },
      { name: 'case', id: 'p7f2k9x0m4c8v1b' },
    ] as const)
      expect(readRoute(fragmentOf(route))).to.deep.equal(route);
  });
});

describe('the view of the pictures', () => {
  it('zooms within its limits, and goes back by the same key', () => {
    let view = plainView;
    for (let turn = 0; turn < 20; turn += 1) view = changeView(view, { type: 'zoomed', by: 1.5 });
    expect(view.zoom).to.equal(8);
    expect(changeView(changeView(plainView, { type: 'toggled_zoom' }), { type: 'toggled_zoom' })).to.deep.equal(
      plainView,
    );
  });

  it('keeps a part of the picture in the frame', () => {
    expect(changeView(plainView, { type: 'moved', x: 5, y: -5 })).to.include({ x: 0, y: 0 });
    const large = { ...plainView, zoom: 3 };
    expect(changeView(large, { type: 'moved', x: 5, y: -5 })).to.include({ x: 1, y: -1 });
    const moved = { ...large, x: 1, y: -1 };
    expect(changeView(moved, { type: 'zoomed', by: 0.5 })).to.include({ zoom: 1.5, x: 0.25, y: -0.25 });
  });

  it('turns by quarters, and takes a contrast within its limits', () => {
    const turned = [0, 1, 2, 3].reduce((view) => changeView(view, { type: 'rotated' }), plainView);
    expect(turned.angle).to.equal(0);
    expect(changeView(plainView, { type: 'set_contrast', contrast: 1000 }).contrast).to.equal(300);
    expect(changeView({ ...plainView, zoom: 2 }, { type: 'reset' })).to.deep.equal(plainView);
  });
});

describe('the pictures of a case', () => {
  const file = (id: string, kind: StoredFile['kind'], superseded = false): StoredFile => ({
    id,
    kind,
    content_type: 'image/jpeg',
    size: 48_213,
    attempt: 1,
    superseded,
    created_at: '2026-05-04T10:00:00.000Z',
  });
  const profile = (files: Profile['files']): Profile => ({ ...aProfileBody, files });

  it('are those that count now, the portrait beside the selfie', () => {
    const files = [
      file('old', 'document_front', true),
      file('front', 'document_front'),
      file('back', 'document_back'),
      file('face', 'liveness_reference'),
    ];
    const { document, face } = picturesOf(profile(files));
    expect(document.map(({ id }) => id)).to.deep.equal(['front', 'back']);
    expect(face.map(({ id }) => id)).to.deep.equal(['front', 'face']);
  });

  const faces = { document_file_id: 'front', reference_file_id: 'face' };
  const box = { left: 0.135, top: 0.25, width: 0.13, height: 0.24 };

  it('have the faces that were compared where the service says it, and nowhere else', () => {
    const compared = { ...profile([]), compared_faces: [{ ...faces, document_face: box, reference_face: null }] };
    expect(['front', 'face', 'back'].map((id) => faceOn(compared, id))).to.deep.equal([box, null, null]);
    expect(faceOn(profile([]), 'front')).to.equal(null);
    const outside = { ...faces, document_face: { ...box, left: 0.95 }, reference_face: box };
    const wrong = { ...profile([]), compared_faces: [outside] };
    expect(['front', 'face'].map((id) => faceOn(wrong, id))).to.deep.equal([null, box]);
  });

  it('have the portrait around the face, as far as the picture goes', () => {
    const near = (area: FaceBox) => [area.left, area.top, area.width, area.height].map((one) => one.toFixed(4));
    expect(near(portraitArea(box))).to.deep.equal(['0.0765', '0.1420', '0.2470', '0.4560']);
    const large = { left: 0.1, top: 0.2, width: 0.6, height: 0.7 };
    expect(near(portraitArea(large))).to.deep.equal(['0.0000', '0.0000', '0.9700', '1.0000']);
  });

  it('are the last ones where all were replaced', () => {
    const { document } = picturesOf(
      profile([file('one', 'document_front', true), file('two', 'document_front', true)]),
    );
    expect(document.map(({ id }) => id)).to.deep.equal(['two']);
    expect(picturesOf(profile([]))).to.deep.equal({ document: [], face: [] });
  });
});
