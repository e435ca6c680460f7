import { type PolicyJson, type PolicyPath, pathsOf } from '../model/index.ts';
import { Facts, Panel } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

const Path = ({ path }: { readonly path: PolicyPath }) => {
  const { say, term } = useConsole();
  const listed = (kind: 'check' | 'step', words: readonly string[]): string =>
    words.map((word) => term(kind, word)).join(', ');
  const facts: readonly (readonly [string, string])[] = [
    [say('paths_steps'), listed('step', path.steps)],
    [say('paths_optional_steps'), listed('step', path.optionalSteps)],
    [say('paths_required'), listed('check', path.required)],
    [say('paths_optional'), listed('check', path.optional)],
  ];
  return (
    <li data-path={path.id}>
      <strong className="codes">{path.id}</strong>
      <Facts facts={facts.filter(([, words]) => words !== '')} />
    </li>
  );
};

/** The paths of a policy: what each asks for, and what has to pass. */
export const PathsPanel = ({ policy }: { readonly policy: PolicyJson }) => {
  const { say } = useConsole();
  const paths = pathsOf(policy);
  if (paths.length === 0) return null;
  return (
    <Panel title={say('paths_title')}>
      {paths.length > 1 && <p className="quiet">{say('paths_about')}</p>}
      <ol className="checks">
        {paths.map((path) => (
          <Path key={path.id} path={path} />
        ))}
      </ol>
    </Panel>
  );
};
