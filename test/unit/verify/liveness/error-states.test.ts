import { expect } from 'chai';
import { faultOfState, faultsOfStates } from '#verify/liveness/error-states';
import { languages, loadTexts } from '#verify/texts/languages';

/** The states that the documentation of the component lists. */
const documented = [
  'CONNECTION_TIMEOUT',
  'TIMEOUT',
  'RUNTIME_ERROR',
  'FRESHNESS_TIMEOUT',
  'SERVER_ERROR',
  'CAMERA_FRAMERATE_ERROR',
  'CAMERA_ACCESS_ERROR',
  'FACE_DISTANCE_ERROR',
  'MOBILE_LANDSCAPE_ERROR',
  'MULTIPLE_FACES_ERROR',
  'DEFAULT_CAMERA_NOT_FOUND_ERROR',
];

describe('the errors of the liveness component', () => {
  it('are all known to the page', () => {
    expect(Object.keys(faultsOfStates)).to.have.members(documented);
  });

  for (const language of languages)
    it(`each have a sentence: ${language}`, async () => {
      const texts = new Map(Object.entries(await loadTexts(language)));
      for (const state of documented) expect(texts.get(`face_fault_${faultOfState(state)}`), state).to.match(/\S/);
    });

  it('that a later version may have lead on as well', () => {
    for (const state of ['SOMETHING_NEW', 'constructor', undefined]) expect(faultOfState(state)).to.equal('other');
  });
});
