export { Dialog } from './dialog.tsx';
export { Facts } from './facts.tsx';
export { ScreenHeading } from './heading.tsx';
export { Panel } from './panel.tsx';
export { Question } from './question.tsx';
export { SecretOnce } from './secret-once.tsx';
export { ResultTag, StatusTag, Tag, TermTag } from './tags.tsx';
export { Loading, Trouble } from './trouble.tsx';
