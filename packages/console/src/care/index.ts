export { CarePanel } from './care-panel.tsx';
export { StateNotices } from './state-notices.tsx';
