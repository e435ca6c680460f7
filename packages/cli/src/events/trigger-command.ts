import { randomUUID } from 'node:crypto';
import { isScenarioName, type ScenarioName, scenarioNames, scenarios } from '@portcullis/adapter-memory';
import { E, type Either } from '@portcullis/domain';
import { type ApiAccess, accessUsage, readAccess } from '../api/api-access.ts';
import type { CommandResult } from '../command/command-result.ts';
import { defineCommand } from '../command/define-command.ts';
import type { Output } from '../command/output.ts';
import type { ParsedOptions } from '../command/parse-options.ts';
import { documentImage, specimenImage } from '../demo/document-image.ts';
import { isDemoFailure } from '../demo/failure.ts';
import { createScenarioProfile, getPartnerProfile, openPartner, type Partner } from '../demo/partner.ts';
import { actAsPerson, openPerson } from '../demo/person.ts';
import { createShownCalls } from '../demo/shown-calls.ts';
import { createTable } from '../demo/table.ts';

const usage = `npx portcullis trigger <scenario> [--document <image>]
npx portcullis trigger --list

Takes a person through a sandbox to the end of a scenario, with all calls that a partner and a browser make, and prints the id of the
profile, its final status and the reasons. Each change is an event of the feed. Only a sandbox plays scenarios.

  --document <image>  a photo of a document (JPEG, PNG or WebP) in place of the sample that goes with the scenario
  --list              prints the scenarios

${accessUsage} Exit code: 0 when the profile ended as the scenario has it, 1 when
it did not or something is wrong, 64 for scenarios and options it does not know.`;

const options = { document: { type: 'string' }, list: { type: 'boolean' } } as const;

type Args =
  | { readonly command: 'list' }
  | { readonly command: 'play'; readonly scenario: ScenarioName; readonly document: string | null };

const parseArgs = ({ positionals, values }: ParsedOptions<typeof options>): Either<string, Args> => {
  const [name, ...more] = positionals;
  if (values.list === true)
    return name === undefined && values.document === undefined
      ? E.right({ command: 'list' })
      : E.left('--list stands alone.');
  if (name === undefined || more.length > 0) return E.left('What to play is one scenario; --list prints them.');
  return isScenarioName(name)
    ? E.right({ command: 'play', scenario: name, document: values.document ?? null })
    : E.left('There is no scenario of that name; --list prints them.');
};

const nameWidth = Math.max(...scenarioNames.map((name) => name.length));
const listLines = scenarioNames.map((name) => `${name.padEnd(nameWidth)}  ${scenarios[name].description}`);

/** Why the service does not play a scenario, or `null`. It is asked before anything is created. */
const refusal = async ({ calls, client }: Partner, url: string, scenario: ScenarioName): Promise<string | null> => {
  const { sandbox } = await calls.show(client.service.readSettings(), () => '');
  if (!sandbox) return `${url} is no sandbox: it verifies people, and plays no scenarios.`;
  const isKnown = sandbox.scenarios.some(({ name }) => name === scenario);
  return isKnown ? null : `The sandbox at ${url} is of another release, which does not have this scenario.`;
};

const play = async (
  access: ApiAccess,
  scenario: ScenarioName,
  document: string | null,
  { print }: Output,
): Promise<CommandResult> => {
  const image = await (document === null
    ? specimenImage(scenarios[scenario].document)
    : documentImage(document, process.cwd()));
  const calls = createShownCalls(access.baseUrl, createTable({ write: () => true }));
  const partner = openPartner(calls, access);
  const refused = await refusal(partner, access.baseUrl, scenario);
  if (refused !== null) return { code: 1, lines: [refused] };
  const { expected } = scenarios[scenario];
  const created = await createScenarioProfile(partner, scenario, `trigger-${randomUUID()}`);
  await actAsPerson(openPerson(calls, created.verification_url, image), expected.steps);
  const { id, status, status_reasons: reasons } = await getPartnerProfile(partner, created.profile.id);
  print([id, status, ...reasons].join('  '));
  return status === expected.status
    ? { code: 0, lines: [] }
    : { code: 1, lines: [`The scenario should end with ${expected.status}.`] };
};

/** `npx portcullis trigger`: plays a scenario in a sandbox. */
export const triggerCommand = defineCommand({
  usage,
  options,
  allowPositionals: true,
  parseArgs,
  run: async (args, env, output): Promise<CommandResult> => {
    if (args.command === 'list') return { code: 0, lines: listLines };
    const access = await readAccess(env);
    if (E.isLeft(access)) return access.left;
    try {
      return await play(access.right, args.scenario, args.document, output);
    } catch (cause) {
      if (isDemoFailure(cause)) return { code: 1, lines: [cause.message] };
      throw cause;
    }
  },
  explainsErrors: true,
  crashMessage: 'The scenario could not be played',
});
