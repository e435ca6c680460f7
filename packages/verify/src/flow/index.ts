export { guardBack } from './back-guard.ts';
export { conditionalFetch } from './conditional-fetch.ts';
export { countriesFor } from './countries.ts';
export { type AgentModule, deviceEvents } from './device-event.ts';
export { barePath, handoffLink, isCutLink, readHandoffLink } from './handoff-link.ts';
export { type IssueCredentials, openPage, type Page, type SubmitCapture } from './page.ts';
export { edgeOn, inkOn, type Partner, partnerOf } from './partner.ts';
