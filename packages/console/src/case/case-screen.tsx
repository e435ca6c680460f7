import { Anchor } from '@mantine/core';
import type { Review } from '../model/index.ts';
import { ErrorAlert, Facts, Loading, ScreenHeading, SlaTag, StatusTag } from '../parts/index.ts';
import { RetentionPanel, StateNotices } from '../retention/index.ts';
import { useConsole } from '../state/index.ts';
import { timeIn } from '../texts/index.ts';
import { ChecksPanel } from './checks-panel.tsx';
import { ClaimBar } from './claim-bar.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { DevicePanel } from './device-panel.tsx';
import { DuplicatesPanel } from './duplicates-panel.tsx';
import { FieldsPanel } from './fields-panel.tsx';
import { PicturesPanel } from './pictures-panel.tsx';
import { TimelinePanel } from './timeline-panel.tsx';
import { useCase } from './use-case.ts';

const ReviewFacts = ({ review }: { readonly review: Review }) => {
  const { language, say } = useConsole();
  const { attempt, policy, waiting_since: since } = review;
  const facts: readonly (readonly [string, string])[] = [
    [say('column_policy'), `${policy.id} ${policy.version}`],
    [say('column_attempt'), say('attempt_of', { number: String(attempt.number), max: String(attempt.max) })],
    ...(since === null ? [] : ([[say('column_waiting'), timeIn(language, since)]] as const)),
    [say('column_reasons'), review.status_reasons.join(', ') || '–'],
  ];
  return <Facts facts={facts} />;
};

type Props = {
  readonly id: string;
  readonly onSignedOut: () => void;
};

const CaseHeader = ({ review }: { readonly review: Review }) => {
  const { say } = useConsole();
  const isErased = review.reference === '';
  return (
    <>
      <div className="line">
        <ScreenHeading>
          {isErased
            ? say('case_title_erased', { id: review.profile_id })
            : say('case_title', { reference: review.reference })}
        </ScreenHeading>
        <StatusTag status={isErased ? 'erased' : review.status} />
        {review.is_waiting && !isErased && <SlaTag review={review} />}
      </div>
      <ReviewFacts review={review} />
    </>
  );
};

/** A case, or a profile of any other status, which can be read only. */
export const CaseScreen = ({ id, onSignedOut }: Props) => {
  const { say } = useConsole();
  const { explanation, histories, profile, refresh, review } = useCase(id);
  const again = (): void => void refresh();
  const shown = review.data;
  return (
    <div className="case" data-screen="case">
      <Anchor href="#/queue">{say('case_back')}</Anchor>
      {shown === undefined && review.error === null && <Loading />}
      {shown === undefined && review.error !== null && (
        <>
          <ScreenHeading>{say('problem_title')}</ScreenHeading>
          <ErrorAlert error={review.error} retry={again} />
        </>
      )}
      {shown !== undefined && (
        <>
          <CaseHeader review={shown} />
          {shown.is_waiting ? (
            <ClaimBar review={shown} refresh={refresh} />
          ) : (
            <p className="quiet">{say('case_read_only')}</p>
          )}
          {profile.data !== undefined && <StateNotices profile={profile.data} />}
          <div className="case-columns">
            <div className="column">
              {profile.data === undefined ? (
                profile.error !== null && <ErrorAlert error={profile.error} retry={again} />
              ) : (
                <>
                  <PicturesPanel profile={profile.data} onSignedOut={onSignedOut} />
                  <FieldsPanel profile={profile.data} explanation={explanation.data ?? null} />
                </>
              )}
              <DuplicatesPanel id={shown.profile_id} />
              {explanation.data !== undefined && <DevicePanel explanation={explanation.data} />}
            </div>
            <div className="column">
              <RetentionPanel review={shown} refresh={refresh} />
              <DecisionPanel review={shown} explanation={explanation.data ?? null} refresh={refresh} />
              {explanation.error !== null ? (
                <ErrorAlert error={explanation.error} retry={again} />
              ) : (
                explanation.data !== undefined && <ChecksPanel explanation={explanation.data} />
              )}
              {histories.error !== null && <ErrorAlert error={histories.error} retry={again} />}
              {histories.data !== undefined && <TimelinePanel histories={histories.data} />}
            </div>
          </div>
        </>
      )}
    </div>
  );
};
