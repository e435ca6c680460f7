import type { PolicyFinding } from '../model/index.ts';
import { Panel, Tag } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

/** The lint's findings in the saved document, with their places. The service says it in English. */
export const FindingsPanel = ({ findings }: { readonly findings: readonly PolicyFinding[] }) => {
  const { say } = useConsole();
  return (
    <Panel title={say('findings_title')}>
      {findings.length === 0 ? (
        <p className="quiet">{say('findings_none')}</p>
      ) : (
        <ul className="checks">
          {findings.map(({ message, pointer, severity }) => (
            <li key={pointer + message} data-finding={severity}>
              <Tag tone={severity === 'error' ? 'bad' : 'warn'}>{say(`findings_${severity}`)}</Tag>{' '}
              {pointer === '' ? say('findings_whole') : <code>{pointer}</code>} <span lang="en">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
};
