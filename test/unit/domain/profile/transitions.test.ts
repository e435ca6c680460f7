import { aReviewer } from '@portcullis/contracts/builders';
import type { Profile, Status } from '@portcullis/domain';
import { type Actor, statuses } from '@portcullis/domain/kernel';
import { allowedEvents, isOpen, isTerminal, transitions } from '@portcullis/domain/profile';
import { expect } from 'chai';
import type { ProfileAction } from '#domain/profile/commands';
import { isBusy, type TransitionEvent } from '#domain/profile/transitions';
import {
  applyAction,
  created,
  expectRejection,
  flow,
  inState,
  machine,
  now,
  system,
} from '../../../support/builders/profile-states.ts';

const open: readonly Status[] = ['created', 'in_progress', 'requires_input'];
const partners = ['machine', 'reviewer'];

/** The state machine, row by row: event, from, to, by whom. */
const table: readonly (readonly [TransitionEvent, readonly Status[], readonly Status[], readonly string[]])[] = [
  ['flow_opened', ['created'], ['in_progress'], ['flow']],
  ['evidence_added', ['created', 'in_progress', 'requires_input'], ['in_progress'], ['flow', 'machine', 'system']],
  ['submitted', ['in_progress'], ['processing'], ['system', 'flow', 'machine']],
  ['checks_completed', ['processing'], ['approved', 'requires_input', 'in_review', 'declined'], ['system']],
  ['processing_timed_out', ['processing'], ['in_review'], ['system']],
  ['review_approved', ['in_review'], ['approved'], partners],
  ['review_declined', ['in_review'], ['declined'], partners],
  ['input_requested', ['in_review', 'declined'], ['requires_input'], partners],
  ['reopened', ['approved', 'declined'], ['in_review'], partners],
  ['lapsed', ['approved'], ['lapsed'], ['system']],
  ['renewed', ['lapsed'], ['requires_input'], partners],
  ['expired', ['created', 'in_progress', 'requires_input'], ['expired'], ['system']],
  ['canceled', ['created', 'in_progress', 'requires_input'], ['canceled'], ['machine', 'flow', 'reviewer']],
];

describe('the state machine', () => {
  it('is this table and nothing else', () => {
    expect(transitions.map(({ event, from, to, by }) => [event, from, to, by])).to.deep.equal(table);
  });

  it('leads into approved from processing and in_review alone', () => {
    const ways = table.filter(([, , to]) => to.includes('approved')).flatMap(([, from]) => from);
    expect(ways).to.deep.equal(['processing', 'in_review']);
  });

  it('leaves expired and canceled by no event', () => {
    const dead = statuses.filter((status) => allowedEvents(status).length === 0);
    expect(dead).to.deep.equal(['expired', 'canceled']);
    expect(statuses.filter(isTerminal)).to.deep.equal(dead);
  });

  it('calls a state open while evidence may be supplied, and busy while the checks or a reviewer work', () => {
    expect(statuses.filter(isOpen)).to.have.members([...open]);
    expect(statuses.filter(isBusy)).to.deep.equal(['processing', 'in_review']);
  });

  it('lets a person open the flow, supply, submit and cancel, and nothing more', () => {
    const theirs = table.filter(([, , , by]) => by.includes('flow')).map(([event]) => event);
    expect(theirs).to.deep.equal(['flow_opened', 'evidence_added', 'submitted', 'canceled']);
  });
});

type AttemptedAction = {
  readonly action: ProfileAction;
  readonly event: string;
  readonly actor: Actor;
  readonly from: readonly Status[];
};

/** Every action that a status can forbid, by an actor who may perform it, with the states that allow it. */
const attemptedActions: readonly AttemptedAction[] = [
  { action: { type: 'open_flow' }, event: 'flow_opened', actor: flow, from: ['created'] },
  {
    action: { type: 'supply', claimed: { phone: '1' }, evidence: [] },
    event: 'evidence_added',
    actor: flow,
    from: open,
  },
  {
    action: { type: 'supply', metadata: { a: 'b' }, evidence: [] },
    event: 'evidence_added',
    actor: machine,
    from: open,
  },
  { action: { type: 'submit' }, event: 'submitted', actor: system, from: [] },
  { action: { type: 'complete_checks' }, event: 'checks_completed', actor: system, from: ['processing'] },
  {
    action: { type: 'review_approved', reviewer: aReviewer, reason: 'seen', note: 'n' },
    event: 'review_approved',
    actor: machine,
    from: ['in_review'],
  },
  {
    action: { type: 'review_declined', reviewer: aReviewer, reason: 'seen', note: 'n' },
    event: 'review_declined',
    actor: machine,
    from: ['in_review'],
  },
  {
    action: { type: 'input_requested', reviewer: aReviewer, steps: ['liveness'], note: 'n' },
    event: 'input_requested',
    actor: machine,
    from: ['in_review', 'declined'],
  },
  { action: { type: 'reopened', note: 'n' }, event: 'reopened', actor: machine, from: ['approved', 'declined'] },
  { action: { type: 'renewed', note: null }, event: 'renewed', actor: machine, from: ['lapsed'] },
  {
    action: { type: 'canceled', note: null },
    event: 'canceled',
    actor: machine,
    from: open,
  },
  {
    action: { type: 'canceled', note: null },
    event: 'canceled',
    actor: flow,
    from: open,
  },
  {
    action: { type: 'reuse', claimed: {}, metadata: {}, language: null, redirectUrl: null },
    event: 'reused',
    actor: machine,
    from: open,
  },
  { action: { type: 'renew_link' }, event: 'flow.link_issued', actor: machine, from: open },
];

const allowedFor = (status: Status, actor: Actor): readonly string[] =>
  table.filter(([, from, , by]) => from.includes(status) && by.includes(actor.type)).map(([event]) => event);

/** Tests that the action is rejected and that the profile is unchanged. */
const isRefused = (status: Status, { action, actor, event }: Omit<AttemptedAction, 'from'>): void => {
  const profile: Profile = inState[status];
  const before = JSON.stringify(profile);
  expect(expectRejection(profile, action, { actor, at: profile.updatedAt })).to.deep.equal({
    _tag: 'InvalidTransition',
    event,
    status,
    allowed: allowedFor(status, actor),
  });
  expect(JSON.stringify(profile)).to.equal(before);
};

describe('an action that the table lacks is rejected, with the action, the status and the allowed actions', () => {
  for (const asking of attemptedActions) {
    for (const status of statuses.filter((each) => !asking.from.includes(each))) {
      it(`${asking.action.type} by ${asking.actor.type} while ${status}`, () => {
        isRefused(status, asking);
      });
    }
  }
});

describe('an event of a wrong actor is rejected where the status would allow it', () => {
  const strangers: readonly Omit<AttemptedAction, 'from'>[] = attemptedActions.flatMap(({ action, event, from }) =>
    from.length > 0 && !['supply', 'reuse', 'renew_link', 'complete_checks', 'canceled'].includes(action.type)
      ? [flow, machine, system]
          .filter((actor) => !table.some(([name, , , by]) => name === event && by.includes(actor.type)))
          .map((actor) => ({ action, event, actor }))
      : [],
  );
  for (const stranger of strangers) {
    it(`${stranger.action.type} by ${stranger.actor.type}`, () => {
      for (const status of table.find(([name]) => name === stranger.event)?.[1] ?? []) isRefused(status, stranger);
    });
  }

  it('is tested for each event that a person or the service may not cause', () => {
    expect(strangers.map(({ action, actor }) => `${action.type} by ${actor.type}`)).to.deep.equal([
      'open_flow by machine',
      'open_flow by system',
      'review_approved by flow',
      'review_approved by system',
      'review_declined by flow',
      'review_declined by system',
      'input_requested by flow',
      'input_requested by system',
      'reopened by flow',
      'reopened by system',
      'renewed by flow',
      'renewed by system',
    ]);
  });

  it('complete_checks by flow and by machine', () => {
    for (const actor of [flow, machine]) {
      const action: ProfileAction = { type: 'complete_checks' };
      expect(expectRejection(inState.processing, action, { actor })).to.deep.equal({
        _tag: 'InvalidTransition',
        event: 'checks_completed',
        status: 'processing',
        allowed: [],
      });
    }
  });
});

describe('a canceled profile', () => {
  it('records why and by whom it was canceled, and the note where there is one', () => {
    const reasons = ['flow_canceled_by_client'] as const;
    const { entries, profile } = applyAction(created(), { type: 'canceled', note: 'Enough.' });
    expect([profile.status, profile.statusReasons]).to.deep.equal(['canceled', reasons]);
    expect(entries.map((entry) => [entry.to, entry.reasons, entry.personal?.['note']])).to.deep.equal([
      ['canceled', reasons, 'Enough.'],
    ]);
    const quiet = applyAction(created(), { type: 'canceled', note: null }, { at: now, actor: flow });
    expect(quiet.entries[0]).not.to.have.any.keys('note', 'personal', 'personal_digest');
    expect(quiet.profile.statusReasons).to.deep.equal(['flow_canceled_by_user']);
  });
});
