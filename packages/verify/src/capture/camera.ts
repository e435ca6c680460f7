import type { CameraFault } from '../machine/index.ts';
import { newCanvas, photoOf } from './canvas.ts';
import type { PhotoLimits } from './encode.ts';
import { type Frame, frameOf } from './frame.ts';
import { greyOf, type Pixels } from './grey.ts';
import type { Sample } from './guidance.ts';
import { sharpnessOf } from './sharpness.ts';
import { type Shot, type Still, shotOf } from './stills.ts';

/** A camera whose picture is shown. */
export type Camera = {
  /** The picture, small enough to be measured five times a second; `null` before the first one. */
  readonly sample: () => Sample | null;
  /**
   * The sharpest of so many pictures of one moment, whole and in full size, and the others, as JPEG of at most so many
   * bytes and pixels each; `null` if there is none.
   */
  readonly shoot: (wanted: PhotoLimits & { readonly pictures: number }) => Promise<Shot | null>;
  readonly close: () => void;
};

const sampleWidth = 320;
/** Wide enough to tell which of two stills moved less. */
const stillWidth = 640;
/** A camera that stands still has no next picture: then the one that is there is taken. */
const pictureMs = 80;

const faults: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

const faultOf = (cause: unknown): CameraFault =>
  cause instanceof DOMException ? (faults[cause.name] ?? 'missing') : 'missing';

const samplesOf = (video: HTMLVideoElement): Camera['sample'] => {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return () => {
    const picture = { width: video.videoWidth, height: video.videoHeight };
    if (context === null || picture.width === 0) return null;
    const pixelsIn = ({ height, left, top, width }: Frame): Pixels => {
      canvas.width = sampleWidth;
      canvas.height = Math.max(1, Math.round((sampleWidth * height) / width));
      context.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height);
      return context.getImageData(0, 0, canvas.width, canvas.height);
    };
    return { inside: pixelsIn(frameOf(picture)), whole: pixelsIn({ left: 0, top: 0, ...picture }) };
  };
};

/** The picture that the camera shows now, in full size. */
const pictureOf = (video: HTMLVideoElement): HTMLCanvasElement => {
  const canvas = newCanvas({ width: video.videoWidth, height: video.videoHeight });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas;
};

const nextPicture = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, pictureMs);
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => resolve());
  });

const sharpnessIn = (picture: HTMLCanvasElement): number => {
  const small = newCanvas({
    width: stillWidth,
    height: Math.max(1, Math.round((stillWidth * picture.height) / picture.width)),
  });
  const context = small.getContext('2d', { willReadFrequently: true });
  if (context === null) return 0;
  context.drawImage(picture, 0, 0, small.width, small.height);
  return sharpnessOf(greyOf(context.getImageData(0, 0, small.width, small.height)));
};

/** All pictures are taken before the first is encoded, which takes longer. */
const shotsOf =
  (video: HTMLVideoElement): Camera['shoot'] =>
  async ({ pictures: count, ...limits }) => {
    if (video.videoWidth === 0) return null;
    const pictures = [pictureOf(video)];
    while (pictures.length < count) {
      await nextPicture(video);
      pictures.push(pictureOf(video));
    }
    const stills: Still[] = [];
    for (const picture of pictures) {
      const photo = await photoOf(picture, limits);
      if (photo !== null) stills.push({ photo, sharpness: pictures.length > 1 ? sharpnessIn(picture) : 0 });
    }
    return shotOf(stills);
  };

const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
};

const close = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Shows the camera in a video element; answers why where it cannot. `onLost` is called when it goes away later. */
export const openCamera = async (video: HTMLVideoElement, onLost: () => void): Promise<Camera | CameraFault> => {
  // Without a secure connection, or in some browsers inside of apps, there is no such thing.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) return 'missing';
  try {
    const stream = await devices.getUserMedia(wanted);
    for (const track of stream.getVideoTracks()) track.addEventListener('ended', onLost, { once: true });
    video.srcObject = stream;
    await video.play().catch(() => undefined);
    return { sample: samplesOf(video), shoot: shotsOf(video), close: () => close(stream) };
  } catch (cause) {
    return faultOf(cause);
  }
};
