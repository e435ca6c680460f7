import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  claimOf,
  type DecisionAnswer,
  type Draft,
  type Explanation,
  emptyDraft,
  type Outcome,
  outcomesFor,
  type Review,
} from '../model/index.ts';
import { Dialog, Panel } from '../parts/index.ts';
import { useConsole, useKeyActions, useMember, useNow } from '../state/index.ts';
import { DecisionForm } from './decision-form.tsx';

type Props = {
  readonly review: Review;
  readonly explanation: Explanation | null;
  readonly refresh: () => Promise<void>;
};

/** The decision that is being made. It is kept beside the screen: it outlives the session and the connection. */
const useDraft = (id: string) => {
  const { drafts } = useConsole();
  const [draft, setDraft] = useState<Draft | null>(() => drafts.read(id));
  const change = (next: Draft | null): void => {
    drafts.write(id, next);
    setDraft(next);
  };
  return [draft, change] as const;
};

const useDecide = ({ refresh, review }: Props, draft: Draft | null, done: (answer: DecisionAnswer) => void) => {
  const { client } = useConsole();
  return useMutation({
    mutationFn: ({ note, outcome, reason, steps }: Draft) =>
      client.decide(review.profile_id, {
        outcome,
        reason,
        ...(note.trim() !== '' && { note: note.trim() }),
        ...(outcome === 'request_input' && { steps }),
        expected_version: review.version,
      }),
    onSuccess: (answer) => {
      if (draft !== null) done(answer);
      void refresh();
    },
    // The obstacle may be another one now: another version, another claim.
    onError: () => void refresh(),
  });
};

const colours = { approve: 'teal.9', decline: 'red.9', request_input: 'blue.8', reopen: 'blue.8' } as const;

/** Approvals, the decisions that are possible, and the dialog in which one is made. */
export const DecisionPanel = (props: Props) => {
  const { explanation, review } = props;
  const { say, term } = useConsole();
  const member = useMember();
  const now = useNow(1000);
  const [draft, change] = useDraft(review.profile_id);
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const outcomes = outcomesFor(member, review);
  const isMine = claimOf(review, now).state === 'mine';
  const decide = useDecide(props, draft, ({ profile_status: status }) => {
    setSaid(say('decide_done', { outcome: term('outcome', draft?.outcome ?? ''), status: term('status', status) }));
    setOpen(false);
    change(null);
  });
  const open = (outcome: Outcome): void => {
    if (!outcomes.includes(outcome)) return;
    const mayOpen = outcome === 'reopen' || isMine;
    setSaid(mayOpen ? null : say('claim_first'));
    if (!mayOpen) return;
    decide.reset();
    if (draft?.outcome !== outcome) change({ ...emptyDraft(outcome), note: draft?.note ?? '' });
    setOpen(true);
  };
  useKeyActions((action) => {
    if (action === 'approve' || action === 'decline' || action === 'request_input') open(action);
  });
  const { given, needed } = review.approvals;
  return (
    <Panel title={say('decide_title')}>
      {review.is_waiting && <p>{say('decide_approvals', { given: String(given), needed: String(needed) })}</p>}
      {review.is_waiting && needed > 1 && <p className="quiet">{say('decide_four_eyes')}</p>}
      <div className="buttons">
        {outcomes.map((outcome) => (
          <Button key={outcome} color={colours[outcome]} onClick={() => open(outcome)}>
            {say(`decide_${outcome}`)}
          </Button>
        ))}
      </div>
      <p role="status" data-said={said !== null}>
        {said}
      </p>
      {!isOpen && draft !== null && draft.note.trim() !== '' && (
        <Alert variant="default">
          {say('decide_draft')}{' '}
          <Button size="xs" variant="default" onClick={() => open(draft.outcome)}>
            {say(`decide_${draft.outcome}`)}
          </Button>
        </Alert>
      )}
      {draft !== null && (
        <Dialog isOpen={isOpen} close={() => setOpen(false)} title={say(`decide_${draft.outcome}_title`)}>
          <DecisionForm
            draft={draft}
            change={change}
            explanation={explanation}
            isBusy={decide.isPending}
            error={decide.error}
            send={() => decide.mutate(draft)}
            cancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </Panel>
  );
};
