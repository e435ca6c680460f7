import { errorWord, readTextFile } from '@portcullis/app/configuration';
import { decodeCustomPolicy, E, type Policy } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { decode, invalid } from '@portcullis/domain/kernel';
import { PolicyCodec } from '@portcullis/domain/serialization';
import { lintPolicy, type PolicyFinding } from '@portcullis/explain';
import { builtIn } from './built-in.ts';
import { toFindings } from './command-result.ts';

/** The content of a file: the policy in it, if there is one, and the findings on it. */
export type PolicyFile = { readonly policy: Policy | null; readonly findings: readonly PolicyFinding[] };

const unreadable = (message: string): PolicyFile => ({
  policy: null,
  findings: [{ level: 'error', pointer: '', message }],
});

const readJson = (file: string): { readonly json: unknown } | { readonly why: string } => {
  try {
    return { json: JSON.parse(readTextFile(file)) };
  } catch (cause) {
    return {
      why: cause instanceof SyntaxError ? `is not JSON (${cause.message})` : `cannot be read (${errorWord(cause)})`,
    };
  }
};

/**
 * Whether this is the built-in policy as the service prints it (a template for new ones), and not another of its name.
 */
const isBuiltIn = async (policy: Policy): Promise<boolean> => {
  const known = await builtIn.get(policy)();
  return E.isRight(known) && policyDigest(known.right) === policyDigest(policy);
};

/** Reads a file and lints the policy in it. */
export const readPolicyFile = async (file: string): Promise<PolicyFile> => {
  const read = readJson(file);
  if ('why' in read) return unreadable(read.why);
  const form = decode(PolicyCodec, read.json);
  if (E.isLeft(form)) return { policy: null, findings: toFindings(invalid(form.left)) };
  const policy = form.right;
  const kept = decodeCustomPolicy(policy);
  const ofName = E.isLeft(kept) && !(await isBuiltIn(policy)) ? toFindings(kept.left) : [];
  return { policy, findings: [...ofName, ...lintPolicy(policy)] };
};
