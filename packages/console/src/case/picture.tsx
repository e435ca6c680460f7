import { type PointerEvent, useEffect, useId, useRef } from 'react';
import type { PictureView, StoredFile, ViewChange } from '../model/index.ts';
import { type LoadedPicture, useMember, useSurroundings } from '../state/index.ts';

/** The name of the reader over a picture: whoever photographs the screen photographs the name. It is stored nowhere. */
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

type Props = {
  readonly file: StoredFile;
  readonly picture: LoadedPicture;
  readonly label: string;
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

/** One picture in its frame, as the common view shows it. */
export const Picture = ({ change, file, label, picture, view }: Props) => {
  const { say } = useSurroundings();
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
            <img
              src={picture.url}
              alt={label}
              draggable={false}
              style={{ transform, filter: `contrast(${contrast}%)` }}
            />
            <Watermark name={name} />
          </>
        ) : (
          <p role="status">{say(picture.state === 'loading' ? 'pictures_loading' : 'pictures_failed')}</p>
        )}
      </div>
      <figcaption>
        {label} · {say('picture_attempt', { number: String(file.attempt) })}
        {file.superseded && ` · ${say('picture_superseded')}`}
      </figcaption>
    </figure>
  );
};
