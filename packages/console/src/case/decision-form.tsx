import { Alert, Button, Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  type Draft,
  type DraftFault,
  type Explanation,
  faultsOf,
  needsNote,
  overridesCheck,
  reasonsFor,
  steps,
} from '../model/index.ts';
import { ErrorAlert } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

type Props = {
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
  readonly explanation: Explanation | null;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly send: () => void;
  readonly cancel: () => void;
};

const Steps = ({ change, draft, fault }: Pick<Props, 'change' | 'draft'> & { readonly fault: string | null }) => {
  const { say, term } = useConsole();
  return (
    <Checkbox.Group
      label={say('decide_steps')}
      error={fault}
      value={[...draft.steps]}
      onChange={(chosen) => change({ ...draft, steps: steps.filter((step) => chosen.includes(step)) })}
    >
      <div className="steps">
        {steps.map((step, index) => (
          <Checkbox key={step} value={step} label={term('step', step)} data-autofocus={index === 0 || undefined} />
        ))}
      </div>
    </Checkbox.Group>
  );
};

const noteFaults = ['note_needed', 'note_long'] as const;

/** The form for the decision, its reason, and its note. Nothing is sent before the button is pressed. */
export const DecisionForm = ({ cancel, change, draft, error, explanation, isBusy, send }: Props) => {
  const { say, term } = useConsole();
  const [wasTried, setWasTried] = useState(false);
  const faults: readonly DraftFault[] = wasTried ? faultsOf(draft, explanation) : [];
  const noteFault = noteFaults.find((fault) => faults.includes(fault));
  const submitted = (event: FormEvent): void => {
    event.preventDefault();
    setWasTried(true);
    if (faultsOf(draft, explanation).length === 0) send();
  };
  return (
    <form onSubmit={submitted} className="form" noValidate>
      {draft.outcome === 'approve' && overridesCheck(explanation) && (
        <Alert variant="default" color="orange">
          {say('decide_note_override')}
        </Alert>
      )}
      {draft.outcome === 'request_input' && (
        <Steps
          draft={draft}
          change={change}
          fault={faults.includes('steps_needed') ? say('decide_steps_needed') : null}
        />
      )}
      <NativeSelect
        label={say('decide_reason')}
        data-autofocus={draft.outcome !== 'request_input' || undefined}
        value={draft.reason}
        onChange={({ currentTarget }) => change({ ...draft, reason: currentTarget.value })}
        data={reasonsFor[draft.outcome].map((reason) => ({ value: reason, label: term('reason', reason) }))}
      />
      <Textarea
        label={say('decide_note')}
        description={say('decide_note_hint')}
        required={needsNote(draft.outcome, explanation)}
        error={noteFault === undefined ? null : say(`decide_${noteFault}`)}
        minRows={4}
        rows={5}
        value={draft.note}
        onChange={({ currentTarget }) => change({ ...draft, note: currentTarget.value })}
        autoComplete="off"
      />
      {error !== null && <ErrorAlert error={error} />}
      <div className="buttons">
        <Button type="submit" disabled={isBusy} color={draft.outcome === 'decline' ? 'red.9' : 'blue.8'}>
          {say('decide_send')}
        </Button>
        <Button variant="default" onClick={cancel}>
          {say('cancel')}
        </Button>
      </div>
    </form>
  );
};
