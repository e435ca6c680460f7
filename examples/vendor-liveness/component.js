// The component of Acme Presence on the page of the person: it sends one picture of the face, which the service passes
// on to the vendor. The page loads it when a face check begins, and gives it the session, and not the token of the
// link. As a script of the page it could read that all the same.
const takePicture = (video) => {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d').drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
};

/** Shows the check inside of an element; answers what takes it away again. */
export const mountLiveness = (element, { onEnd, onFault, onProblem, say, session, submit }) => {
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true });
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'main', disabled: true });
  button.textContent = say('face_start');
  video.style.maxWidth = '100%';
  video.title = session.client_parameters.look;
  element.replaceChildren(video, button);

  let stream = null;
  let isMounted = true;
  const release = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const open = async () => {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' } });
    // The check may have been taken away while the browser asked the person.
    if (!isMounted) return release();
    video.srcObject = stream;
    await video.play();
    button.disabled = false;
  };
  open().catch(() => onFault('camera'));

  button.addEventListener('click', async () => {
    button.disabled = true;
    const picture = await takePicture(video);
    const sent = await submit(picture).catch(() => null);
    if (sent === null) return onFault('connection');
    return sent.ok ? onEnd() : onProblem(sent.problem);
  });

  return () => {
    isMounted = false;
    release();
    element.replaceChildren();
  };
};
