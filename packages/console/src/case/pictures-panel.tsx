import { Button } from '@mantine/core';
import { useId, useReducer } from 'react';
import {
  changeView,
  type FaceBox,
  faceOn,
  may,
  type PictureView,
  type Profile,
  picturesOf,
  plainView,
  portraitArea,
  type StoredFile,
  type ViewChange,
  wholePicture,
} from '../model/index.ts';
import { Panel } from '../parts/index.ts';
import { useConsole, useKeyActions, useMember, usePictures } from '../state/index.ts';
import type { TextKey } from '../texts/index.ts';
import { Picture } from './picture.tsx';

type Tool = readonly [sign: string, key: TextKey, change: ViewChange];

const tools: readonly Tool[] = [
  ['+', 'picture_zoom_in', { type: 'zoomed', by: 1.5 }],
  ['−', 'picture_zoom_out', { type: 'zoomed', by: 1 / 1.5 }],
  ['←', 'picture_left', { type: 'moved', x: 0.2, y: 0 }],
  ['→', 'picture_right', { type: 'moved', x: -0.2, y: 0 }],
  ['↑', 'picture_up', { type: 'moved', x: 0, y: 0.2 }],
  ['↓', 'picture_down', { type: 'moved', x: 0, y: -0.2 }],
  ['↻', 'picture_rotate', { type: 'rotated' }],
];

type ToolsProps = {
  readonly view: PictureView;
  readonly change: (change: ViewChange) => void;
};

const Tools = ({ change, view }: ToolsProps) => {
  const { say } = useConsole();
  const contrastId = useId();
  const values = {
    zoom: String(Math.round(view.zoom * 100)),
    angle: String(view.angle),
    contrast: String(view.contrast),
  };
  return (
    <fieldset className="tools">
      <legend className="visually-hidden">{say('pictures_tools')}</legend>
      {tools.map(([sign, key, what]) => (
        <Button
          key={key}
          variant="default"
          size="xs"
          aria-label={say(key)}
          title={say(key)}
          onClick={() => change(what)}
        >
          {sign}
        </Button>
      ))}
      <label htmlFor={contrastId}>{say('picture_contrast')}</label>
      <input
        id={contrastId}
        type="range"
        min={50}
        max={300}
        step={10}
        value={view.contrast}
        onChange={({ currentTarget }) => change({ type: 'set_contrast', contrast: Number(currentTarget.value) })}
      />
      <Button variant="default" size="xs" onClick={() => change({ type: 'reset' })}>
        {say('picture_reset')}
      </Button>
      <span className="quiet" data-view={`${values.zoom}/${values.angle}/${values.contrast}`}>
        {say('picture_state', values)}
      </span>
    </fieldset>
  );
};

type Props = {
  readonly profile: Profile;
  readonly onSignedOut: () => void;
};

/** The pictures of a case, which share one view. */
export const PicturesPanel = ({ onSignedOut, profile }: Props) => {
  const { say, term } = useConsole();
  const member = useMember();
  const [view, change] = useReducer(changeView, plainView);
  useKeyActions((action) => action === 'zoom' && change({ type: 'toggled_zoom' }));
  const pictures = picturesOf(profile);
  const files = may(member, 'pictures:read') ? [...pictures.document, ...pictures.face] : [];
  const loaded = usePictures(
    profile.id,
    files.map(({ id }) => id),
    onSignedOut,
  );
  if (files.length === 0)
    return (
      <Panel title={say('pictures_title')}>
        <p className="quiet">{say(may(member, 'pictures:read') ? 'pictures_none' : 'pictures_hidden')}</p>
      </Panel>
    );
  const picture = (file: StoredFile, label: string, area = wholePicture, face = faceOn(profile, file.id)) => (
    <Picture
      key={file.id}
      file={file}
      label={label}
      view={view}
      change={change}
      framing={{ area, face }}
      picture={loaded[file.id] ?? { state: 'loading' }}
    />
  );
  // Where nothing says where the portrait is, the whole front stands in its place.
  const portrait = (file: StoredFile) => {
    const face: FaceBox | null = faceOn(profile, file.id);
    return picture(file, say('picture_portrait'), face ? portraitArea(face) : wholePicture, null);
  };
  const ofFace = (file: StoredFile) =>
    file.kind === 'document_front' ? portrait(file) : picture(file, term('file', file.kind));
  const areFacesMarked = [...pictures.document, ...pictures.face].some(({ id }) => faceOn(profile, id) !== null);
  return (
    <Panel title={say('pictures_title')}>
      <Tools view={view} change={change} />
      <div className="pictures">
        <section aria-label={say('pictures_document')}>
          <h3>{say('pictures_document')}</h3>
          <div className="pair">{pictures.document.map((file) => picture(file, term('file', file.kind)))}</div>
        </section>
        {pictures.face.some(({ kind }) => kind !== 'document_front') && (
          <section aria-label={say('pictures_face')}>
            <h3>{say('pictures_face')}</h3>
            <div className="pair">{pictures.face.map(ofFace)}</div>
          </section>
        )}
      </div>
      <p className="quiet">
        {say('pictures_note')} {areFacesMarked && say('pictures_marked')}
      </p>
    </Panel>
  );
};
