import type { StaffPermission } from '@portcullis/domain/kernel';
import { missingFileId } from './subjects.ts';

type DraftRoute<Rule> = (
  method: 'GET' | 'POST',
  path: string,
  permission: StaffPermission,
  more?: {
    readonly ask: () => { readonly path: string; readonly json?: object };
    readonly admitted: readonly [status: number, code: string];
  },
) => Rule;

/** Who may do what with the drafts of policies, of which there is none. */
export const expectedDrafts = <Rule>(staffRoute: DraftRoute<Rule>): readonly Rule[] => {
  const missing = (method: 'GET' | 'POST', path: string, permission: StaffPermission): Rule =>
    staffRoute(method, path, permission, {
      ask: () => ({ path: path.replace(':id', missingFileId) }),
      admitted: [404, 'not_found'],
    });
  const malformed = (path: string): Rule =>
    staffRoute('POST', path, 'policies:write', {
      ask: () => ({ path: path.replace(':id', missingFileId), json: { nobody_knows_this: 1 } }),
      admitted: [400, 'invalid_request'],
    });
  return [
    staffRoute('GET', '/api/policy-drafts', 'policies:read'),
    missing('GET', '/api/policy-drafts/:id', 'policies:read'),
    missing('GET', '/api/policy-drafts/:id/back-test', 'policies:read'),
    ...['', '/:id', '/:id/publish'].map((path) => malformed(`/api/policy-drafts${path}`)),
    ...['discard', 'back-test'].map((action) => missing('POST', `/api/policy-drafts/:id/${action}`, 'policies:write')),
  ];
};
