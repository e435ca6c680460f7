import { faultOfState } from './error-states.ts';
import { livenessFiles } from './files.ts';
import type { LivenessProps, MountLiveness } from './liveness.ts';

/**
 * Asks for the camera before the component does: Firefox on telephones may never ask while the component waits
 * (amplify-ui issue 5847).
 */
const mayUseCamera = async (): Promise<boolean> => {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' }, audio: false });
    for (const track of stream.getTracks()) track.stop();
    return true;
  } catch {
    return false;
  }
};

const start = async (
  element: HTMLElement,
  { credentials, language, onEnd, onFault, onProblem, say, session }: LivenessProps,
  isMounted: () => boolean,
): Promise<(() => void) | undefined> => {
  const { binaryPath, faceModel } = livenessFiles();
  if (faceModel === null) return void onFault('unsupported');
  const patience = document.createElement('p');
  patience.textContent = say('one_moment');
  element.replaceChildren(patience);
  // The code is loaded meanwhile.
  const loading = import('./detector.ts').catch(() => null);
  if (!(await mayUseCamera())) return void onFault('camera');
  const detector = await loading;
  if (detector === null) return void onFault('connection');
  if (!isMounted()) return;
  // Credentials are few, and a session is used up by them: nothing else may fail behind this.
  const issued = await credentials();
  if (!issued.ok) return void onProblem(issued.problem);
  if (!isMounted()) return;
  patience.remove();
  return detector.mountDetector(element, {
    session,
    credentials: issued.value,
    language,
    files: { binaryPath, faceModel },
    onEnd,
    onError: (state) => onFault(faultOfState(state)),
    onCancel: () => onFault('canceled'),
  });
};

/** AWS's component. Its code is loaded here and nowhere else, and nothing of it in a sandbox. */
export const mountAwsLiveness: MountLiveness = (element, props) => {
  let isMounted = true;
  let unmount: (() => void) | undefined;
  const once =
    <Given extends readonly unknown[]>(tell: (...given: Given) => void) =>
    (...given: Given): void => {
      if (isMounted) tell(...given);
    };
  const { onEnd, onFault, onProblem } = props;
  const callbacks = { ...props, onEnd: once(onEnd), onFault: once(onFault), onProblem: once(onProblem) };
  start(element, callbacks, () => isMounted).then(
    (taken) => {
      unmount = taken;
      if (!isMounted) unmount?.();
    },
    () => callbacks.onFault('other'),
  );
  return () => {
    isMounted = false;
    unmount?.();
  };
};
