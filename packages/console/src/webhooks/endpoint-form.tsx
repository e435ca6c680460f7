import { Checkbox, TextInput } from '@mantine/core';
import { type EndpointForm, endpointFaultsOf, eventTypes } from '../model/index.ts';
import { ErrorAlert, Loading, TypedForm } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

type Props = {
  readonly form: EndpointForm;
  readonly change: (form: EndpointForm) => void;
  readonly verb: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly send: () => void;
  readonly cancel: () => void;
};

type EventsProps = Pick<Props, 'change' | 'form'> & { readonly fault: string | null };

const Events = ({ change, fault, form }: EventsProps) => {
  const { say } = useConsole();
  return (
    <>
      <Checkbox
        label={say('webhooks_all_events')}
        description={say('webhooks_all_events_hint')}
        checked={form.isEverything}
        onChange={({ currentTarget }) => change({ ...form, isEverything: currentTarget.checked })}
      />
      {!form.isEverything && (
        <Checkbox.Group
          label={say('webhooks_events')}
          error={fault}
          value={[...form.types]}
          onChange={(chosen) => change({ ...form, types: eventTypes.filter((type) => chosen.includes(type)) })}
        >
          <div className="choices">
            {eventTypes.map((type) => (
              <Checkbox key={type} value={type} label={type} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  );
};

/** The typed fields of an endpoint. */
export const EndpointFields = ({ cancel, change, error, form, isBusy, send, verb }: Props) => {
  const { say } = useConsole();
  return (
    <TypedForm faults={endpointFaultsOf(form)} verb={verb} isBusy={isBusy} send={send} cancel={cancel}>
      {(faults) => {
        const urlFault = (['url_needed', 'url_form'] as const).find((fault) => faults.includes(fault));
        return (
          <>
            <TextInput
              type="url"
              label={say('webhooks_url')}
              description={say('webhooks_url_hint')}
              required
              error={urlFault === undefined ? null : say(`webhooks_${urlFault}`)}
              value={form.url}
              onChange={({ currentTarget }) => change({ ...form, url: currentTarget.value })}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
            <TextInput
              label={say('webhooks_description')}
              error={faults.includes('description_long') ? say('webhooks_description_long') : null}
              value={form.description}
              onChange={({ currentTarget }) => change({ ...form, description: currentTarget.value })}
              autoComplete="off"
            />
            <Events
              form={form}
              change={change}
              fault={faults.includes('types_needed') ? say('webhooks_types_needed') : null}
            />
            {error !== null && <ErrorAlert error={error} missing="webhooks_missing" />}
            {isBusy && <Loading />}
          </>
        );
      }}
    </TypedForm>
  );
};
