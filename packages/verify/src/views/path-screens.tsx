import { useState } from 'preact/hooks';
import { offersPaths, pathsToChoose, stepsToTell } from '../machine/index.ts';
import { useView } from './context.tsx';
import { Action, Screen } from './screen.tsx';

/** The offer of another path, where the policy has one. */
export const PathOffer = () => {
  const { dispatch, say, state } = useView();
  if (!offersPaths(state)) return null;
  return <Action onClick={() => dispatch({ type: 'wanted_path' })}>{say('path_offer')}</Action>;
};

export const PathChoice = () => {
  const { dispatch, say, state } = useView();
  const paths = pathsToChoose(state);
  const [chosen, setChosen] = useState(paths.find(({ open }) => open)?.id ?? '');
  return (
    <Screen title={say('path_title')}>
      <fieldset aria-label={say('path_title')}>
        {paths.map((path) => (
          <label key={path.id} class="choice">
            <input type="radio" name="path" checked={path.id === chosen} onChange={() => setChosen(path.id)} />
            {stepsToTell(path)
              .map((step) => say(`path_${step}`))
              .join('\n')}
          </label>
        ))}
      </fieldset>
      <Action isMain onClick={() => dispatch({ type: 'chose_path', path: chosen })}>
        {say('continue')}
      </Action>
      <Action onClick={() => dispatch({ type: 'went_back' })}>{say('back')}</Action>
    </Screen>
  );
};
