import type { CameraFault } from '../machine/index.ts';
import type { Pixels } from './grey.ts';
import type { Sample } from './guidance.ts';

/** A camera whose picture is shown. */
export type Camera = {
  /** The picture, small enough to be measured five times a second; `null` before the first one. */
  readonly sample: () => Sample | null;
  /** The whole picture in full size, as JPEG of at most so many bytes; `null` if there is none. */
  readonly takePhoto: (maxBytes: number) => Promise<Blob | null>;
  readonly close: () => void;
};

/** The share of the picture around the frame that is drawn over it. */
const margin = { x: 0.08, y: 0.1 };
const sampleWidth = 320;
const qualities = [0.92, 0.85, 0.7];

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

const jpegOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

const samplesOf = (video: HTMLVideoElement): Camera['sample'] => {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return () => {
    const { videoHeight, videoWidth } = video;
    if (context === null || videoWidth === 0) return null;
    const without = ({ x, y }: { readonly x: number; readonly y: number }): Pixels => {
      const [width, height] = [videoWidth * (1 - 2 * x), videoHeight * (1 - 2 * y)];
      canvas.width = sampleWidth;
      canvas.height = Math.max(1, Math.round((sampleWidth * height) / width));
      const from = [videoWidth * x, videoHeight * y, width, height] as const;
      context.drawImage(video, ...from, 0, 0, canvas.width, canvas.height);
      return context.getImageData(0, 0, canvas.width, canvas.height);
    };
    return { inside: without(margin), whole: without({ x: 0, y: 0 }) };
  };
};

const photosOf =
  (video: HTMLVideoElement): Camera['takePhoto'] =>
  async (maxBytes) => {
    if (video.videoWidth === 0) return null;
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    for (const quality of qualities) {
      const photo = await jpegOf(canvas, quality);
      if (photo !== null && photo.size <= maxBytes) return photo;
    }
    return null;
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
    return { sample: samplesOf(video), takePhoto: photosOf(video), close: () => close(stream) };
  } catch (cause) {
    return faultOf(cause);
  }
};
