export { RetentionPanel } from './retention-panel.tsx';
export { StateNotices } from './state-notices.tsx';
