import type { Route } from '../model/index.ts';
import type { Say, TextKey } from '../texts/index.ts';

const sections: { readonly [Name in Exclude<Route['name'], 'case' | 'policy' | 'draft' | 'webhook'>]: TextKey } = {
  queue: 'nav_queue',
  search: 'nav_search',
  lists: 'nav_lists',
  policies: 'nav_policies',
  operations: 'nav_operations',
  webhooks: 'nav_webhooks',
  clients: 'nav_clients',
  sessions: 'nav_sessions',
  'access-log': 'nav_access_log',
  unknown: 'page_missing',
};

/**
 * The name of a screen in the title of the page, by which tabs and entries of the browser's history are told apart
 * (WCAG 2.2, 2.4.2). The browser keeps it as it keeps addresses, so that it has what is in these and no more.
 */
export const screenTitle = (route: Route, say: Say): string => {
  switch (route.name) {
    case 'case':
      return say('case_title', { reference: route.id });
    case 'policy':
      return say('policy_title', { id: route.id, version: route.version });
    case 'draft':
      return `${say('nav_policies')} ${route.id}`;
    case 'webhook':
      return `${say('webhooks_endpoint')} ${route.id}`;
    default:
      return say(sections[route.name]);
  }
};
