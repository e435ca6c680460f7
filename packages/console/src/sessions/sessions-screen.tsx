import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignedInMember } from '../model/index.ts';
import { DamagedNote, ErrorAlert, Loading, ScreenHeading, WideTable } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { numberIn, timeIn } from '../texts/index.ts';
import { EndSessions } from './end-sessions.tsx';

type RowProps = {
  readonly member: SignedInMember;
  readonly end: (member: SignedInMember) => void;
};

const Row = ({ end, member }: RowProps) => {
  const { language, say, term } = useConsole();
  const { id, name, roles, sessions, since, team_id: team, used_at: used } = member;
  return (
    <Table.Tr data-member={id}>
      <Table.Th scope="row">
        {name}
        <p className="codes">{id}</p>
        {team !== null && <p className="quiet">{say('clients_of_team', { team })}</p>}
      </Table.Th>
      <Table.Td>{roles.map((role) => term('role', role)).join(', ')}</Table.Td>
      <Table.Td>{numberIn(language, sessions)}</Table.Td>
      <Table.Td>{timeIn(language, since)}</Table.Td>
      <Table.Td>{timeIn(language, used)}</Table.Td>
      <Table.Td>
        <Button
          size="xs"
          variant="default"
          aria-label={say('clients_action_named', { action: say('sessions_end'), name })}
          onClick={() => end(member)}
        >
          {say('sessions_end')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
};

const columns = ['member', 'roles', 'number', 'since', 'used', 'actions'] as const;

/** The signed-in members of the tenant, wherever they have their account, and the way to sign them out. */
export const SessionsScreen = () => {
  const { client, language, say } = useConsole();
  const [ending, setEnding] = useState<SignedInMember | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => client.signedIn(signal),
  });
  const members = data?.data;
  return (
    <div data-screen="sessions">
      <ScreenHeading>{say('sessions_title')}</ScreenHeading>
      <p className="quiet">{say('sessions_hint')}</p>
      {error !== null && <ErrorAlert error={error} retry={() => void refetch()} />}
      {members === undefined && error === null && <Loading />}
      <p role="status" data-said={said !== null}>
        {said !== null && `${said} `}
        {members !== undefined && say('sessions_count', { count: numberIn(language, members.length) })}
      </p>
      <DamagedNote count={data?.damaged} text="sessions_damaged" />
      {members !== undefined && members.length > 0 && (
        <WideTable
          takesFocus
          caption={say('sessions_caption')}
          columns={columns.map((column) => say(`sessions_${column}`))}
        >
          {members.map((member) => (
            <Row key={member.id} member={member} end={setEnding} />
          ))}
        </WideTable>
      )}
      {ending !== null && (
        <EndSessions
          member={ending}
          close={() => setEnding(null)}
          done={() => {
            setEnding(null);
            setSaid(say('sessions_ended', { name: ending.name }));
          }}
        />
      )}
    </div>
  );
};
