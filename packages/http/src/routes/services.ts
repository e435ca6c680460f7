import type { Backoffice } from '@portcullis/backoffice';
import type * as common from '@portcullis/domain';
import type { StaffPrincipal } from '@portcullis/domain/kernel';
import type { ReportFlowStep } from '@portcullis/domain/ports';
import type * as useCases from '@portcullis/domain/use-cases';
import type { Events } from '@portcullis/events';
import type { ExplainDecision } from '@portcullis/explain';
import type { LedgerUnsound } from '../request/http-error.ts';

/** An evidence pack that was asked for. */
export type EvidencePack = {
  /** How many bytes are held at once while it is made. */
  readonly bytesAtOnce: number;
  /** Makes the archive while it is read. It throws where the archive cannot be completed. */
  readonly archive: () => AsyncIterable<Uint8Array>;
};

/**
 * Makes the evidence pack of a profile: its ledger, its decision and its policy, and where that is asked for what is
 * personal and the pictures.
 */
export type ExportEvidence = (input: {
  readonly caller: StaffPrincipal;
  readonly id: common.ProfileId;
  readonly personal: boolean;
  readonly files: boolean;
}) => common.TaskEither<common.DomainError | LedgerUnsound, EvidencePack>;

/** The use cases beside those of the verification. */
type OtherName = 'listPolicies' | 'readPolicy';

/**
 * Everything that the HTTP layer needs from the domain: one function for each use case, and the check of a bearer
 * token. Each is what the domain makes under this name when it is given its ports.
 */
export type Services = Omit<common.Verification, 'processVerification' | 'sweep'> & {
  readonly [Name in OtherName]: ReturnType<(typeof useCases)[Name]>;
} & Events &
  Omit<Backoffice, 'stopBackTests'> & {
    readonly exportEvidence: ExportEvidence;
    readonly explainDecision: ExplainDecision;
    readonly reportFlowStep: ReportFlowStep;
  };
