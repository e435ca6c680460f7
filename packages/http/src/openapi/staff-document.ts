import { t } from '@portcullis/domain/kernel';
import { apiVersion } from '../middleware/api-version.ts';
import { ProblemBody } from '../responses/problem.ts';
import type { ResponseDescription, Route } from '../routes/route.ts';
import { buildSchemas, openApiPath } from './document.ts';
import { findSchemas } from './named-schemas.ts';
import { contentOf, parametersOf, requestBodyOf, takesBody } from './operation.ts';
import { shareEnumerations } from './references.ts';
import { type NamedSchemas, schemaOf } from './schema.ts';

/** Whether staff may call a route: with a session, or to begin one. A browser that is sent elsewhere calls none. */
const isForStaff = ({ access, forConsole, responses }: Route): boolean =>
  responses.length > 0 && (forConsole === true || access.endsWith('staff'));

/** A response in the form that staff get it. */
const forStaff = ({ body, flowBody: _, staffBody = body, ...response }: ResponseDescription): ResponseDescription => ({
  ...response,
  ...(staffBody && { body: staffBody }),
});

const operationOf = (route: Route, named: NamedSchemas) => ({
  operationId: route.id,
  security: route.access === 'public' ? [] : [{ session: [] }],
  parameters: parametersOf(route, named),
  ...(takesBody(route.body) && { requestBody: requestBodyOf(route.body, named) }),
  responses: {
    ...Object.fromEntries(
      route.responses.map((response) => [
        response.status,
        { description: 'The answer.', ...contentOf(forStaff(response), named) },
      ]),
    ),
    default: {
      description: 'A problem.',
      content: { 'application/problem+json': { schema: schemaOf(ProblemBody, named) } },
    },
  },
});

/** Whether a codec has a name of its own, such as `Review`: others are named by what they accept. */
const isOwnName = (name: string): boolean => /^[A-Z][A-Za-z]+$/.test(name) && name !== t.UnknownRecord.name;

const session = { type: 'apiKey', in: 'cookie', name: '__Host-portcullis-staff' };

/**
 * The description (OpenAPI 3.1) of what members of staff may call, made from the same routes and codecs as that of the
 * API. The service hands it out to nobody: the types of the console are made from it.
 */
export const buildStaffDocument = (routes: readonly Route[]) => {
  const named = findSchemas(isOwnName);
  const described = routes.filter(isForStaff);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of described) {
    const path = openApiPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: shareEnumerations(operationOf(route, named)) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Portcullis for its staff', version: apiVersion },
    paths,
    components: {
      securitySchemes: { session },
      schemas: Object.fromEntries(buildSchemas(named.found, named, described)),
    },
  };
};
