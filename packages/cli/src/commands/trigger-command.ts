import { randomUUID } from 'node:crypto';
import { isScenarioName, type ScenarioName, scenarios } from '@portcullis/adapter-memory';
import { E } from '@portcullis/domain';
import { type ApiAccess, accessNeeds, readAccess } from '../api/api-access.ts';
import { type CommandRun, defineCommand } from '../command/command-line.ts';
import { type CommandResult, misused } from '../command/command-result.ts';
import type { Output } from '../command/output.ts';
import { documentImage, specimenImage } from '../demo/document-image.ts';
import { isDemoFailure } from '../demo/failure.ts';
import { scenarioLines, scenarioList } from '../demo/options.ts';
import { createScenarioProfile, getPartnerProfile, openPartner, type Partner } from '../demo/partner.ts';
import { actAsPerson, openPerson } from '../demo/person.ts';
import { createShownCalls } from '../demo/shown-calls.ts';
import { silentTable } from '../demo/table.ts';

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
  const calls = createShownCalls(access.baseUrl, silentTable);
  const partner = openPartner(calls, access);
  const refused = await refusal(partner, access.baseUrl, scenario);
  if (refused !== null) return { code: 1, lines: [refused] };
  const { expected } = scenarios[scenario];
  const created = await createScenarioProfile(partner, scenario, `trigger-${randomUUID()}`);
  await actAsPerson(openPerson(calls, created.verification_url, image), expected.steps);
  const { id, status, status_reasons: reasons } = await getPartnerProfile(partner, created.profile.id);
  print([id, status, ...reasons].join('  '), { id, status, reasons });
  return status === expected.status
    ? { code: 0, lines: [] }
    : { code: 1, lines: [`The scenario should end with ${expected.status}.`] };
};

const run = async (
  { env, output }: CommandRun,
  scenario: ScenarioName,
  document: string | null,
): Promise<CommandResult> => {
  const access = await readAccess(env);
  if (E.isLeft(access)) return access.left;
  try {
    return await play(access.right, scenario, document, output);
  } catch (cause) {
    if (isDemoFailure(cause)) return { code: 1, lines: [cause.message] };
    throw cause;
  }
};

/** `npx portcullis trigger`: plays a scenario in a sandbox. */
export const triggerCommand = defineCommand({
  name: 'trigger',
  description:
    'Takes a person through a sandbox to the end of a scenario, with all calls that a partner and a browser make, and prints the id of the profile, its final status and the reasons. Each change is an event of the feed. Only a sandbox plays scenarios.',
  notes: `${accessNeeds} Exit code: 0 when the profile ended as the scenario has it; 1 when it did not, no sandbox runs, or a call was refused.`,
  crashMessage: 'The scenario could not be played',
  build: (line, context) =>
    line
      .argument('[scenario]', 'what is played')
      .option('--document <image>', 'a photo of a document (JPEG, PNG or WebP) in place of the sample of the scenario')
      .option('--list', 'prints the scenarios', false)
      .action((name, { document = null, list }) => {
        if (list)
          return context.finish(
            name === undefined && document === null
              ? { code: 0, lines: scenarioLines, objects: scenarioList }
              : misused('Give --list alone.'),
          );
        if (name === undefined) return context.finish(misused('<scenario> is missing: --list prints them all.'));
        if (!isScenarioName(name))
          return context.finish(misused('There is no scenario of that name: --list prints them all.'));
        return context.finish(run(context, name, document));
      }),
});
