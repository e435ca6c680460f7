import { FaceLivenessDetectorCore } from '@aws-amplify/ui-react-liveness';
import '@aws-amplify/ui-react-liveness/styles.css';
import type { BrowserCredentials, LivenessSession } from '@portcullis/client/flow';
import { createElement } from 'preact/compat';
import { createRoot } from 'preact/compat/client';
import type { Language } from '../texts/index.ts';
import { detectorTexts } from './detector-texts.ts';
import type { ErrorState } from './error-states.ts';
import type { LivenessFiles } from './files.ts';

export type DetectorOptions = {
  readonly session: LivenessSession;
  readonly credentials: BrowserCredentials;
  readonly language: Language;
  readonly files: LivenessFiles & { readonly faceModel: string };
  readonly onEnd: () => void;
  readonly onError: (state: ErrorState) => void;
  readonly onCancel: () => void;
};

/** The credentials in the names of the SDK. They are asked for once. */
const awsCredentials = (given: BrowserCredentials) => ({
  accessKeyId: given.access_key_id,
  secretAccessKey: given.secret_access_key,
  sessionToken: given.session_token,
  expiration: new Date(given.expiration),
});

/** Frees the camera: the component keeps it where it is taken away before its end. */
const releaseCamera = (element: HTMLElement): void => {
  for (const video of element.querySelectorAll('video'))
    if (video.srcObject instanceof MediaStream) for (const track of video.srcObject.getTracks()) track.stop();
};

type Warning = { readonly headingText: string; readonly bodyText: string; readonly infoText: string };

/** All of the warning, in sight: the component's own hides half of it behind a button whose role is not allowed. */
const PhotosensitiveWarning = ({ bodyText, headingText, infoText }: Warning) =>
  createElement(
    'p',
    null,
    createElement('strong', null, headingText),
    createElement('br', null),
    `${bodyText} ${infoText}`,
  );

/** Shows the component, which opens its stream at once and uses the session up; answers what takes it away again. */
export const mountDetector = (element: HTMLElement, options: DetectorOptions): (() => void) => {
  const { credentials, files, language, onCancel, onEnd, onError, session } = options;
  const root = createRoot(element);
  root.render(
    // The component is written for React, in whose place the build puts preact/compat.
    createElement(FaceLivenessDetectorCore, {
      sessionId: session.session_id,
      region: session.region ?? '',
      onAnalysisComplete: async () => onEnd(),
      onError: ({ state }) => onError(state),
      onUserCancel: onCancel,
      displayText: detectorTexts[language],
      components: { PhotosensitiveWarning },
      config: {
        credentialProvider: async () => awsCredentials(credentials),
        binaryPath: files.binaryPath,
        faceModelUrl: new URL(files.faceModel, location.href).href,
        systemClockOffset: Date.parse(credentials.server_time) - (performance.timeOrigin + performance.now()),
      },
    }),
  );
  return () => {
    releaseCamera(element);
    root.unmount();
  };
};
