// The component of Acme Presence on the page of the person: it sends one picture of the face to the vendor. The page
// loads it when a face check begins, and gives it the session, and not the token of the link. As a script of the page
// it could read that all the same.
const takePicture = (video) => {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d').drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
};

const send = async (picture, session, { token, url }) => {
  const answer = await fetch(`${url}/v1/captures/${session.session_id}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/jpeg' },
    body: picture,
  });
  return answer.ok;
};

/** Shows the check inside of an element; answers what takes it away again. */
export const mountLiveness = (element, { credentials, onEnd, onFault, onProblem, say, session }) => {
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true });
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'main', disabled: true });
  button.textContent = say('face_start');
  video.style.maxWidth = '100%';
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
    const issued = await credentials();
    if (!issued.ok) return onProblem(issued.problem);
    const isSent = await send(picture, session, issued.value).catch(() => null);
    if (isSent) return onEnd();
    return onFault(isSent === null ? 'connection' : 'service');
  });

  return () => {
    isMounted = false;
    release();
    element.replaceChildren();
  };
};
