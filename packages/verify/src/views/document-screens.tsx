import type { DocumentType } from '@portcullis/client/flow';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { countriesFor } from '../flow/index.ts';
import { documentTypesOf } from '../machine/index.ts';
import { useView } from './context.tsx';
import { FilePicker } from './file-picker.tsx';
import { TelephoneOffer } from './hand-over-screens.tsx';
import { PathOffer } from './path-screens.tsx';
import { Action, Continue, Screen } from './screen.tsx';

export const DocumentChoice = () => {
  const { dispatch, language, say, state } = useView();
  const { settings } = state;
  const types = settings === null ? [] : documentTypesOf(settings);
  const [type, setType] = useState<DocumentType | undefined>(types[0]);
  const [country, setCountry] = useState('');
  const countries = useMemo(
    () =>
      settings === null
        ? []
        : countriesFor(language, {
            allowed: settings.documents.allowed_countries,
            denied: settings.documents.denied_countries,
            hasSpecimens: settings.sandbox !== null,
          }),
    [language, settings],
  );
  if (type === undefined) return null;
  return (
    <Screen title={say('choice_title')}>
      <fieldset>
        <legend>{say('choice_type')}</legend>
        {types.map((one) => (
          <label key={one} class="choice">
            <input type="radio" name="type" checked={one === type} onChange={() => setType(one)} />
            {say(`type_${one}`)}
          </label>
        ))}
      </fieldset>
      <label class="field">
        {say('choice_country')}
        <select value={country} onChange={({ currentTarget }) => setCountry(currentTarget.value)}>
          <option value="">{say('choice_country_any')}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Action
        isMain
        onClick={() => dispatch({ type: 'chose', choice: { type, country: country === '' ? null : country } })}
      >
        {say('continue')}
      </Action>
      <PathOffer />
    </Screen>
  );
};

export const CameraPrimer = () => {
  const { say, state } = useView();
  if (state.screen.name !== 'camera_primer') return null;
  return (
    <Screen title={say(`primer_title_${state.screen.side}`)}>
      <ul>
        <li>{say('primer_place')}</li>
        <li>{say('primer_whole')}</li>
        <li>{say('primer_allow')}</li>
      </ul>
      <Continue>{say('open_camera')}</Continue>
      <FilePicker />
      <TelephoneOffer />
      <PathOffer />
    </Screen>
  );
};

/** The address of a photo in memory, as long as it is shown. */
const usePhotoUrl = (photo: Blob | null): string | null => {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (photo === null) return;
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return url;
};

export const CheckPhoto = () => {
  const { dispatch, say, state } = useView();
  const { photos, screen } = state;
  const url = usePhotoUrl(screen.name === 'check' ? photos[screen.side] : null);
  return (
    <Screen title={say('check_title')}>
      <p>{say('check_text')}</p>
      {url !== null && <img class="photo" src={url} alt={say('check_photo')} />}
      <Action isMain onClick={() => dispatch({ type: 'accepted_photo' })}>
        {say('check_yes')}
      </Action>
      <Action onClick={() => dispatch({ type: 'went_back' })}>{say('check_no')}</Action>
    </Screen>
  );
};
