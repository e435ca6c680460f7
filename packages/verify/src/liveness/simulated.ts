import type { MountLiveness } from './liveness.ts';

/** The sandbox's own: the scenario of the profile decides what comes of the session, and a button ends it. */
export const mountSimulatedLiveness: MountLiveness = (element, { onEnd, say }) => {
  const text = document.createElement('p');
  text.textContent = say('simulated_text');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'main';
  button.textContent = say('simulated_finish');
  button.addEventListener('click', onEnd, { once: true });
  element.replaceChildren(text, button);
  return () => element.replaceChildren();
};
