import { type CSSProperties, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import type { FaceBox, Framing, PictureView, StoredFile, ViewChange } from '../model/index.ts';
import { type LoadedPicture, useConsole, useMember } from '../state/index.ts';

/** The name of the reader over a picture: a photo of the screen has the name. It is stored nowhere. */
const Watermark = ({ name }: { readonly name: string }) => {
  const id = useId();
  return (
    <svg className="watermark" aria-hidden="true">
      <defs>
        <pattern id={id} width="220" height="90" patternUnits="userSpaceOnUse" patternTransform="rotate(-24)">
          <text x="4" y="40">
            {name}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
};

/** The text in place of a picture. */
const sentences = {
  loading: 'pictures_loading',
  failed: 'pictures_failed',
  put_away: 'pictures_put_away',
} as const;

type Props = {
  readonly file: StoredFile;
  readonly picture: LoadedPicture;
  readonly label: string;
  readonly framing: Framing;
  readonly view: PictureView;
  readonly change: (change: ViewChange) => void;
};

/** Zooms by the wheel. React listens passively, and the page would scroll as well. */
const useWheel = (change: Props['change']) => {
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = stage.current;
    const turned = (event: WheelEvent): void => {
      event.preventDefault();
      change({ type: 'zoomed', by: event.deltaY < 0 ? 1.2 : 1 / 1.2 });
    };
    element?.addEventListener('wheel', turned, { passive: false });
    return () => element?.removeEventListener('wheel', turned);
  }, [change]);
  return stage;
};

const percent = (share: number): string => `${share * 100}%`;

/** The width of a stage by its height, as its style has it. */
const stageRatio = 1.5;

/** Makes a frame as large as its stage allows. `ratio` is the width of what it shows by its height. */
const frameStyle = (ratio: number): CSSProperties =>
  ratio >= stageRatio
    ? { inlineSize: '100%', aspectRatio: String(ratio) }
    : { blockSize: '100%', aspectRatio: String(ratio) };

/** Where a face is on what is shown. */
const markStyle = (face: FaceBox, area: FaceBox): CSSProperties => ({
  left: percent((face.left - area.left) / area.width),
  top: percent((face.top - area.top) / area.height),
  width: percent(face.width / area.width),
  height: percent(face.height / area.height),
});

type FrameProps = {
  readonly framing: Framing;
  readonly url: string;
  readonly label: string;
  readonly filter: string;
};

/** A part of a picture, cut out by the page of the bytes that it has. Its proportions are known once it is decoded. */
const Frame = ({ filter, framing: { area, face }, label, url }: FrameProps) => {
  const [ratio, setRatio] = useState(0);
  return (
    <div
      className="frame"
      style={ratio > 0 ? frameStyle((ratio * area.width) / area.height) : { visibility: 'hidden' }}
    >
      <img
        src={url}
        alt={label}
        draggable={false}
        onLoad={({ currentTarget }) => setRatio(currentTarget.naturalWidth / currentTarget.naturalHeight)}
        style={{
          filter,
          left: percent(-area.left / area.width),
          top: percent(-area.top / area.height),
          width: percent(1 / area.width),
          height: percent(1 / area.height),
        }}
      />
      {face !== null && <span className="face-mark" style={markStyle(face, area)} />}
    </div>
  );
};

/** One picture in its frame, as the common view shows it. */
export const Picture = ({ change, file, framing, label, picture, view }: Props) => {
  const { say } = useConsole();
  const { name } = useMember();
  const stage = useWheel(change);
  const dragged = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return;
    const { height, width } = event.currentTarget.getBoundingClientRect();
    change({ type: 'moved', x: event.movementX / width, y: event.movementY / height });
  };
  const { angle, contrast, x, y, zoom } = view;
  const transform = `translate(${x * 100}%, ${y * 100}%) rotate(${angle}deg) scale(${zoom})`;
  return (
    <figure className="picture">
      <div
        className="stage"
        ref={stage}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={dragged}
      >
        {picture.state === 'shown' ? (
          <>
            <div className="layer" style={{ transform }}>
              <Frame url={picture.url} filter={`contrast(${contrast}%)`} framing={framing} label={label} />
            </div>
            <Watermark name={name} />
          </>
        ) : (
          <p role="status">{say(sentences[picture.state])}</p>
        )}
      </div>
      <figcaption>
        {label} · {say('picture_attempt', { number: String(file.attempt) })}
        {file.superseded && ` · ${say('picture_superseded')}`}
      </figcaption>
    </figure>
  );
};
