import { useEffect, useRef, useState } from 'preact/hooks';
import { type Camera, openCamera } from '../capture/camera.ts';
import { type Hint, hintFor, measure, openShutter, type Size, stageOf, watch } from '../capture/index.ts';
import type { PageEvent } from '../machine/index.ts';
import { useView } from './context.tsx';
import { FilePicker, photoLimitsOf } from './file-picker.tsx';
import { Screen } from './screen.tsx';

/** Five times a second. */
const pauseMs = 200;

type Shooting = {
  readonly camera: Camera;
  readonly wanted: Parameters<Camera['shoot']>[0];
  readonly dispatch: (event: PageEvent) => void;
};

type Watching = Shooting & {
  readonly onHint: (hint: Hint) => void;
};

/** Looks at the picture until it is good for long enough, and takes the photo then. Answers what ends it. */
const watchCamera = ({ onHint, ...shooting }: Watching): (() => void) => {
  let shutter = openShutter(performance.now());
  const timer = setInterval(() => {
    const sample = shooting.camera.sample();
    if (sample === null) return;
    const watched = watch(shutter, hintFor(measure(sample)), performance.now());
    shutter = watched.shutter;
    if (shutter.shown !== null) onHint(shutter.shown);
    if (!watched.isReleased) return;
    clearInterval(timer);
    void shoot(shooting);
  }, pauseMs);
  return () => clearInterval(timer);
};

const shoot = async ({ camera, dispatch, wanted }: Shooting): Promise<void> => {
  const shot = await camera.shoot(wanted);
  if (shot !== null) dispatch({ type: 'took_photo', ...shot });
};

/** Opens the camera while the screen is shown. */
const useCamera = (onHint: (hint: Hint) => void) => {
  const { dispatch, state } = useView();
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<Camera | null>(null);
  const { frames, image } = state.settings?.uploads ?? {};
  const wanted = { ...photoLimitsOf(image), pictures: frames?.per_side ?? 1 };
  useEffect(() => {
    let isShown = true;
    let end = (): void => {
      isShown = false;
    };
    const element = video.current;
    if (element === null) return;
    const lost = () => isShown && dispatch({ type: 'camera_failed', fault: 'lost' });
    void openCamera(element, lost).then((opened) => {
      if (typeof opened === 'string') {
        if (isShown) dispatch({ type: 'camera_failed', fault: opened });
        return;
      }
      if (!isShown) return opened.close();
      setCamera(opened);
      const stopWatching = watchCamera({ camera: opened, wanted, dispatch, onHint });
      end = () => {
        isShown = false;
        stopWatching();
        opened.close();
      };
    });
    return () => end();
  }, []);
  return { video, takePhoto: camera === null ? null : () => void shoot({ camera, wanted, dispatch }) };
};

export const Capture = () => {
  const { say, state } = useView();
  const [hint, setHint] = useState<Hint | 'starting'>('starting');
  const [picture, setPicture] = useState<Size | null>(null);
  const { takePhoto, video } = useCamera(setHint);
  // The picture turns with the telephone.
  const readSize = () => {
    const { videoHeight: height = 0, videoWidth: width = 0 } = video.current ?? {};
    if (width > 0 && height > 0) setPicture({ width, height });
  };
  if (state.screen.name !== 'capture') return null;
  return (
    <Screen title={say(`capture_title_${state.screen.side}`)}>
      <div class={`stage ${hint}`} style={picture === null ? undefined : stageOf(picture)}>
        <video
          ref={video}
          playsInline
          muted
          aria-label={say('camera_picture')}
          onLoadedMetadata={readSize}
          onResize={readSize}
        />
        <div class="frame" aria-hidden="true" />
      </div>
      <p role="status" class="hint">
        {say(`hint_${hint}`)}
      </p>
      <button type="button" class="main" aria-disabled={takePhoto === null} onClick={takePhoto ?? undefined}>
        {say('take_photo')}
      </button>
      <FilePicker />
    </Screen>
  );
};
