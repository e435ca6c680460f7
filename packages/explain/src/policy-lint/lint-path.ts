import type { Policy } from '@portcullis/domain';
import { type FlatPolicy, pathsOf, policyOfPath } from '@portcullis/domain/checks';
import type { PolicyFinding } from './policy-finding.ts';

/** One path of a policy. */
export type LintPath = {
  readonly id: string;
  /** The flat policy that decides over the path. */
  readonly rules: FlatPolicy;
  /** The policy with no path beside these. */
  readonly alone: Policy;
  /** Where a place in the flat policy stands in the document. */
  readonly placeOf: (pointer: string) => string;
  /** The words that name the path behind what it has or lacks; none where the policy has no paths. */
  readonly ofPath: string;
};

const isOfPath = (pointer: string): boolean => /^\/(checks|steps|optionalSteps)(\/|$)/.test(pointer);

/** The paths of a policy, in its order. */
export const lintPathsOf = (policy: Policy): readonly LintPath[] =>
  pathsOf(policy).map((path, at) => {
    const { always, paths } = policy;
    const placeInPath = (pointer: string): string => {
      const [, list, name = ''] = pointer.split('/');
      if (list === 'checks' && Object.hasOwn(always ?? {}, name)) return `/always/${name}`;
      return isOfPath(pointer) || pointer === '' ? `/paths/${at}${pointer}` : pointer;
    };
    return {
      id: path.id,
      rules: policyOfPath(policy, path),
      alone: paths ? { ...policy, paths: [path] } : policy,
      placeOf: paths ? placeInPath : (pointer) => pointer,
      ofPath: paths ? ` of the path ${path.id}` : '',
    };
  });

/** The findings of a rule at their places in the document. */
export const inDocument = ({ placeOf }: LintPath, findings: readonly PolicyFinding[]): readonly PolicyFinding[] =>
  findings.map((finding) => ({ ...finding, pointer: placeOf(finding.pointer) }));

/** Keeps each finding once: several paths, and documents of several types, give the same one. */
export const distinct = (found: readonly PolicyFinding[]): readonly PolicyFinding[] =>
  found.filter(
    ({ message, pointer }, at) => found.findIndex((one) => one.message === message && one.pointer === pointer) === at,
  );

/** A rule about what one path asks for, or about what the policy sets without a check of the path that heeds it. */
export type PathRule = (rules: FlatPolicy, ofPath: string) => readonly PolicyFinding[];

/** The findings of a rule in every path. */
export const inEveryPath =
  (rule: PathRule) =>
  (paths: readonly LintPath[]): readonly PolicyFinding[] =>
    distinct(paths.flatMap((path) => inDocument(path, rule(path.rules, path.ofPath))));
