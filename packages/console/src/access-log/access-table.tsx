import { Anchor, Table } from '@mantine/core';
import { type AccessLine, fragmentOf, profilesOf, viewerOf } from '../model/index.ts';
import { WideTable } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { numberIn, timeWithSecondsIn } from '../texts/index.ts';

const Viewer = ({ line }: { readonly line: AccessLine }) => {
  const { say, term } = useConsole();
  const { id, kind } = viewerOf(line);
  return (
    <>
      {term('viewer', kind)}{' '}
      {kind === 'flow' ? say('access_link', { number: id }) : <span className="codes">{id}</span>}
      {line.reviewer_id !== undefined && <p className="quiet">{say('access_reviewer', { id: line.reviewer_id })}</p>}
    </>
  );
};

const ProfileLink = ({ id }: { readonly id: string }) => (
  <Anchor className="codes" href={fragmentOf({ name: 'case', id })}>
    {id}
  </Anchor>
);

/** The profiles that were shown. The profiles of a list are folded away, since there may be a hundred. */
const Profiles = ({ line }: { readonly line: AccessLine }) => {
  const { language, say } = useConsole();
  const [first, ...others] = profilesOf(line);
  if (first === undefined) return '–';
  if (others.length === 0) return <ProfileLink id={first} />;
  return (
    <details>
      <summary>{say('access_profiles', { count: numberIn(language, others.length + 1) })}</summary>
      <div className="line">
        {[first, ...others].map((id) => (
          <ProfileLink key={id} id={id} />
        ))}
      </div>
    </details>
  );
};

const Row = ({ line }: { readonly line: AccessLine }) => {
  const { language, term } = useConsole();
  return (
    <Table.Tr data-line={line.id}>
      <Table.Th scope="row">{timeWithSecondsIn(language, line.at)}</Table.Th>
      <Table.Td>
        <Viewer line={line} />
      </Table.Td>
      <Table.Td>{term('operation', line.operation)}</Table.Td>
      <Table.Td>
        <Profiles line={line} />
      </Table.Td>
      <Table.Td>{line.status}</Table.Td>
      <Table.Td className="codes">{line.request_id}</Table.Td>
    </Table.Tr>
  );
};

const columns = ['at', 'who', 'what', 'profile', 'status', 'request'] as const;

/** Lines of the access log in a table. */
export const AccessTable = ({ lines }: { readonly lines: readonly AccessLine[] }) => {
  const { say } = useConsole();
  return (
    <WideTable caption={say('access_caption')} columns={columns.map((column) => say(`access_${column}`))} takesFocus>
      {lines.map((line) => (
        <Row key={line.id} line={line} />
      ))}
    </WideTable>
  );
};
