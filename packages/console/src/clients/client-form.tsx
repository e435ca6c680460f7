import { Checkbox, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ClientForm, clientFaultsOf, clientScopes } from '../model/index.ts';
import { TypedForm } from '../parts/index.ts';
import { useConsole, useMember } from '../state/index.ts';

type Props = {
  readonly form: ClientForm;
  readonly change: (form: ClientForm) => void;
  readonly isBusy: boolean;
  readonly send: () => void;
  readonly cancel: () => void;
  /** The error. */
  readonly children: ReactNode;
};

type ScopesProps = Pick<Props, 'change' | 'form'> & { readonly fault: string | null };

const Scopes = ({ change, fault, form }: ScopesProps) => {
  const { say, term } = useConsole();
  return (
    <Checkbox.Group
      label={say('clients_scopes')}
      description={say('clients_scopes_hint')}
      error={fault}
      value={[...form.scopes]}
      onChange={(scopes) => change({ ...form, scopes })}
    >
      <div className="choices">
        {clientScopes.map((scope) => (
          <Checkbox key={scope} value={scope} label={scope} description={term('scope', scope)} />
        ))}
      </div>
    </Checkbox.Group>
  );
};

/** The typed fields of a client. */
export const ClientFields = ({ cancel, change, children, form, isBusy, send }: Props) => {
  const { say } = useConsole();
  const member = useMember();
  return (
    <TypedForm faults={clientFaultsOf(form)} verb={say('clients_create')} isBusy={isBusy} send={send} cancel={cancel}>
      {(faults) => {
        const nameFault = (['name_needed', 'name_long'] as const).find((fault) => faults.includes(fault));
        return (
          <>
            <TextInput
              label={say('clients_name')}
              description={say('clients_name_hint')}
              required
              error={nameFault === undefined ? null : say(`clients_${nameFault}`)}
              value={form.name}
              onChange={({ currentTarget }) => change({ ...form, name: currentTarget.value })}
              autoComplete="off"
              data-autofocus
            />
            {member.team_id == null && (
              <TextInput
                label={say('clients_team')}
                description={say('clients_team_hint')}
                error={faults.includes('team_long') ? say('clients_team_long') : null}
                value={form.team}
                onChange={({ currentTarget }) => change({ ...form, team: currentTarget.value })}
                autoComplete="off"
                spellCheck={false}
              />
            )}
            <Scopes
              form={form}
              change={change}
              fault={faults.includes('scopes_needed') ? say('clients_scopes_needed') : null}
            />
            {children}
          </>
        );
      }}
    </TypedForm>
  );
};
