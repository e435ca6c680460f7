import { faultOfState } from './error-states.ts';
import { livenessFiles } from './files.ts';
import { mountOnce, type StartLiveness } from './mount-once.ts';

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

const start: StartLiveness = async (
  element,
  { credentials, language, onEnd, onFault, onProblem, say, session },
  isMounted,
) => {
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
export const mountAwsLiveness = mountOnce(start);
